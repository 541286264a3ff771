import PostcardCore
import PostcardImaging
import PostcardPhotos

/// The properties of a video according to ffprobe.
struct VideoFacts: Sendable, Equatable {
    /// The size as shown: upright, with square pixels.
    var size: PixelSize
    /// The duration in seconds; `nil` if it is unknown.
    var duration: Double?
    /// True if the brightness must be reduced for screens without HDR (SMPTE ST 2084 or ARIB STD-B67).
    var isHDR: Bool
    /// The average number of frames per second; `nil` if it is unknown.
    var frameRate: Double?
    /// True if colors are coded in BT.709 instead of BT.601.
    var isBT709: Bool
    var dateTaken: WallTime?
    var coordinate: Coordinate?

    /// Reads the properties of a video with ffprobe.
    ///
    /// - Throws: `CancellationError`.
    static func read(_ video: VideoFile, by tools: MediaTools) async throws -> Result<VideoFacts, MediaFailure> {
        let arguments = [
            "-v", "error", "-print_format", "json", "-select_streams", "V:0", "-show_entries",
            "stream=width,height,sample_aspect_ratio,color_transfer,color_space,avg_frame_rate,duration:stream_side_data=rotation:"
                + "stream_tags:format=duration:format_tags",
        ]
        switch try await tools.ffprobe.run(arguments + MediaTool.input, reading: video, outputLimit: 1 << 20) {
        case .failure(.missing): return .failure(.missing)
        // The messages from ffprobe are not helpful to users.
        case .failure: return .failure(.unreadable("ffprobe found no video in the file"))
        case .success(let json):
            let facts = VideoFacts(reply: json)
            return facts.map { .success($0) } ?? .failure(.unreadable("the file has no video stream"))
        }
    }

    /// Parses the output of ffprobe; `nil` if it contains no video stream.
    init?(reply json: [UInt8]) {
        guard let reply = try? json.withUnsafeBytes({ try JSONValue(parsing: $0) }),
            let stream = reply["streams"]?.elements?.first, let width = stream["width"]?.integer,
            let height = stream["height"]?.integer, 1...Int(Int32.max) ~= width, 1...Int(Int32.max) ~= height
        else { return nil }
        var size = PixelSize(width: width, height: height)
        let ratio = (stream["sample_aspect_ratio"]?.string ?? "").split(separator: ":").compactMap { Double($0) }
        if ratio.count == 2, ratio[0] > 0, ratio[1] > 0, ratio[0] / ratio[1] < 10, ratio[1] / ratio[0] < 10 {
            size.width = max(1, Int((Double(width) * ratio[0] / ratio[1]).rounded()))
        }
        let (format, streamTags) = (reply["format"], Self.texts(of: stream["tags"]))
        let turn =
            stream["side_data_list"]?.elements?.lazy.compactMap { $0["rotation"]?.number }.first
            ?? streamTags["rotate"].flatMap(Double.init) ?? 0
        let isTurned = turn.isFinite && turn.rounded().magnitude.truncatingRemainder(dividingBy: 180) == 90
        self.size = isTurned ? size.transposed : size
        duration = [format, stream].lazy.compactMap { $0?["duration"]?.string.flatMap(Double.init) }
            .first { $0.isFinite && $0 > 0 }
        isHDR = ["smpte2084", "arib-std-b67"].contains(stream["color_transfer"]?.string)
        let rate = (stream["avg_frame_rate"]?.string ?? "").split(separator: "/").compactMap { Double($0) }
        frameRate = rate.count == 2 && rate[0] > 0 && rate[1] > 0 ? rate[0] / rate[1] : nil
        // Players choose the color space by size if the file does not specify it.
        isBT709 = (stream["color_space"]?.string).map { $0 == "bt709" } ?? (max(width, height) >= 1_280)
        let tags = Self.texts(of: format?["tags"])
        // Apple's date includes the local offset from UTC; `creation_time` is in UTC.
        dateTaken =
            ["com.apple.quicktime.creationdate", "creation_time"].lazy
            .compactMap { tags[$0].flatMap(Self.wallTime) }.first
        // The case of tag names depends on the container. For example, Matroska uses LOCATION.
        let places = (Array(tags) + Array(streamTags)).filter { Self.isPositionTag($0.key.string) }
            .sorted { $0.key.string.utf8.count > $1.key.string.utf8.count }
        coordinate = places.lazy.compactMap { Self.coordinate(iso6709: $0.value) }.first
    }

    /// Returns true if a tag with this name contains a position, such as `location` or `com.apple.quicktime.location.ISO6709`.
    private static func isPositionTag(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["gps", "location", "latitude", "longitude", "6709", "geotag"].contains { name.contains($0) }
    }

    /// Parses a date such as `2024-06-09T19:14:03.000000Z` or `2024-06-09T21:14:03+0200`; `nil` for the zero date of an unset clock.
    private static func wallTime(_ text: String) -> WallTime? {
        guard !text.hasPrefix("1904"), !text.hasPrefix("1970-01-01T00:00:00") else { return nil }
        return MetadataDate(text).flatMap { WallTime($0.text) }
    }

    /// Returns the date, in local time if the file or its name contains the local time, otherwise in UTC; `nil` if the date is unknown.
    func localDate(name: String?) -> WallTime? {
        guard let dateTaken else { return nil }
        let isLocal = dateTaken.secondsFromUTC != 0
        return isLocal ? dateTaken : name.flatMap { dateTaken.local(byName: $0, duration: duration ?? 0) } ?? dateTaken
    }

    /// Parses a position such as `+48.8584+002.2945+035.000/` (ISO 6709 in decimal degrees).
    static func coordinate(iso6709 text: String) -> Coordinate? {
        var numbers: [String] = []
        for character in text {
            if character == "+" || character == "-" { numbers.append("") }
            if numbers.isEmpty || character == "/" { break }
            numbers[numbers.count - 1].append(character)
        }
        guard numbers.count >= 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]) else {
            return nil
        }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Returns the string members of an object.
    private static func texts(of object: JSONValue?) -> [NameKey: String] {
        let texts = (object?.members ?? []).compactMap { member in
            member.value.string.map { (NameKey(member.name), $0) }
        }
        return [NameKey: String](texts) { _, last in last }
    }
}
