extension Metadata {
    /// Reads an XMP packet. What is missing or broken in it is left out.
    init(xmp bytes: UnsafeRawBufferPointer) {
        self.init()
        let packet = XMPPacket(bytes)
        dateTaken =
            ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].lazy
            .compactMap { packet.value($0) }.compactMap(Self.isoDate(xmp:)).first
        make = packet.value("tiff:Make")
        model = packet.value("tiff:Model")
        title = packet.value("dc:title") ?? packet.value("dc:description")
        artist = packet.value("dc:creator")
        copyright = packet.value("dc:rights")
        if let latitude = packet.value("exif:GPSLatitude").flatMap({ Self.degrees(xmp: $0, "N", "S") }),
            let longitude = packet.value("exif:GPSLongitude").flatMap({ Self.degrees(xmp: $0, "E", "W") }),
            -90...90 ~= latitude, -180...180 ~= longitude
        {
            position = Position(latitude: latitude, longitude: longitude)
        }
    }

    /// An ISO 8601 date with a time, as XMP has it, without parts of seconds.
    private static func isoDate(xmp text: String) -> String? {
        let characters = Array(text.utf8)
        let pattern = Array("0000-00-00T00:00:00".utf8)
        guard characters.count >= pattern.count else { return nil }
        for (character, expected) in zip(characters, pattern) {
            guard expected == 0x30 ? 0x30...0x39 ~= character : character == expected else { return nil }
        }
        let rest = String(
            decoding: characters[pattern.count...].drop { $0 == 0x2E || 0x30...0x39 ~= $0 }, as: UTF8.self)
        let isOffset = rest.utf8.count == 6 && (rest.hasPrefix("+") || rest.hasPrefix("-"))
        return String(decoding: characters.prefix(pattern.count), as: UTF8.self)
            + (isOffset ? rest : rest == "Z" ? "+00:00" : "")
    }

    /// `50,38.562N` or `50,38,33.7N` (XMP specification, part 2, GPSCoordinate).
    private static func degrees(xmp text: String, _ positive: Character, _ negative: Character) -> Double? {
        guard let direction = text.last, direction == positive || direction == negative else { return nil }
        let parts = text.dropLast().split(separator: ",").map { Double($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var value = 0.0
        for (part, unit) in zip(parts, [1.0, 60, 3600]) {
            guard let part, part.isFinite, part >= 0 else { return nil }
            value += part / unit
        }
        return direction == negative ? -value : value
    }
}
