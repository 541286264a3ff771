import PlatformFoundation
import PostcardCore
public import PostcardPhotos

/// A size in which Flickr serves photos.
///
/// The letters of members in replies and of file names differ: `url_s` is the file `_m`, `url_m` the one without a suffix, `url_l` the file `_b`.
/// Sizes above 1024 pixels have secrets of their own, so their URLs cannot be built.
struct FlickrSize: Sendable, Hashable {
    /// The letters after `url_`, `width_` and `height_` in a reply.
    let member: String

    /// The letters after the secret in a file name; `nil` if the URL cannot be built.
    let suffix: String?

    /// The longer edge in pixels; 0 for the original. Smaller photos lack the size.
    let longEdge: Int

    /// The difference to the original.
    let kind: Rendition.Kind

    /// All sizes that replies can contain, smallest first.
    static let all = [
        FlickrSize(member: "sq", suffix: "s", longEdge: 75, kind: .cropped),
        FlickrSize(member: "q", suffix: "q", longEdge: 150, kind: .cropped),
        FlickrSize(member: "t", suffix: "t", longEdge: 100, kind: .scaled),
        FlickrSize(member: "s", suffix: "m", longEdge: 240, kind: .scaled),
        FlickrSize(member: "n", suffix: "n", longEdge: 320, kind: .scaled),
        FlickrSize(member: "w", suffix: "w", longEdge: 400, kind: .scaled),
        FlickrSize(member: "m", suffix: "", longEdge: 500, kind: .scaled),
        FlickrSize(member: "z", suffix: "z", longEdge: 640, kind: .scaled),
        FlickrSize(member: "c", suffix: "c", longEdge: 800, kind: .scaled),
        FlickrSize(member: "l", suffix: "b", longEdge: 1024, kind: .scaled),
        FlickrSize(member: "h", suffix: nil, longEdge: 1600, kind: .scaled),
        FlickrSize(member: "k", suffix: nil, longEdge: 2048, kind: .scaled),
        FlickrSize(member: "o", suffix: nil, longEdge: 0, kind: .original),
    ]

    /// Returns the URL of a photo in this size by Flickr's naming pattern; `nil` if it cannot be built.
    func url(host: URL, server: String, id: String, secret: String) -> URL? {
        suffix.flatMap { suffix in
            URL(string: "\(server)/\(id)_\(secret)\(suffix.isEmpty ? "" : "_\(suffix)").jpg", relativeTo: host)?
                .absoluteURL
        }
    }
}

extension RemotePhoto {
    /// Makes the photo of a record in a reply; `nil` if the record is no photo or has no URLs.
    ///
    /// - Parameters:
    ///   - source: the name of the source.
    ///   - pictureHost: the host of pictures without a URL in the record.
    init?(flickr record: JSONValue, source: String, pictureHost: URL) {
        guard let id = record["id"]?.anyText, let owner = record["owner"]?.anyText,
            record["media"]?.anyText ?? "photo" == "photo"
        else { return nil }
        let renditions = Self.renditions(of: record, id: id, pictureHost: pictureHost)
        guard !renditions.isEmpty else { return nil }
        // Accuracy 0 means no position, whatever latitude and longitude are.
        let hasPlace = (record["accuracy"]?.anyInteger ?? 0) != 0
        let ownerURL = URL(string: "https://www.flickr.com/photos/")?.appending(
            path: record["pathalias"]?.anyText ?? owner)
        self.init(
            source: source, id: id, title: record["title"]?.anyText ?? "",
            ownerName: record["ownername"]?.anyText ?? "",
            ownerURL: ownerURL, pageURL: ownerURL?.appending(path: id),
            license: License(flickrID: record["license"]?.anyText), dateTaken: Self.dateTaken(of: record),
            coordinate: hasPlace
                ? try? Coordinate(
                    latitude: record["latitude"]?.anyNumber ?? .nan, longitude: record["longitude"]?.anyNumber ?? .nan)
                : nil,
            renditions: renditions)
    }

    private static func renditions(of record: JSONValue, id: String, pictureHost: URL) -> [Rendition] {
        let told = FlickrSize.all.compactMap { size -> Rendition? in
            guard let url = record["url_\(size.member)"]?.anyText.flatMap({ URL(string: $0) }),
                ["http", "https"].contains(url.scheme)
            else { return nil }
            guard let width = record["width_\(size.member)"]?.anyInteger,
                let height = record["height_\(size.member)"]?.anyInteger,
                width > 0, height > 0
            else { return Rendition(url: url, longEdge: size.longEdge, kind: size.kind) }
            return Rendition(url: url, width: width, height: height, kind: size.kind)
        }
        guard told.isEmpty, let server = record["server"]?.anyText, let secret = record["secret"]?.anyText else {
            return told
        }
        return FlickrSize.all.compactMap { size in
            size.url(host: pictureHost, server: server, id: id, secret: secret)
                .map { Rendition(url: $0, longEdge: size.longEdge, kind: size.kind) }
        }
    }

    /// Returns the known part of the date: Flickr fills unknown parts with values.
    private static func dateTaken(of record: JSONValue) -> String? {
        guard let date = record["datetaken"]?.anyText, record["datetakenunknown"]?.anyInteger ?? 0 == 0,
            !date.hasPrefix("0000")
        else { return nil }
        return switch record["datetakengranularity"]?.anyInteger {
        case 4: String(date.prefix(7))
        case 6: String(date.prefix(4))
        case 8: "circa \(date.prefix(4))"
        default: date
        }
    }
}

extension License {
    /// Every licence that Flickr offers, in the order of Flickr's numbers.
    ///
    /// The list is that of `flickr.photos.licenses.getInfo` of June 2025. The 4.0 licences have another order than the 2.0 ones.
    public static let allOnFlickr: [License] = [
        .allRightsReserved,
        .creativeCommons("by-nc-sa", "2.0"),
        .creativeCommons("by-nc", "2.0"),
        .creativeCommons("by-nc-nd", "2.0"),
        .creativeCommons("by", "2.0"),
        .creativeCommons("by-sa", "2.0"),
        .creativeCommons("by-nd", "2.0"),
        .noKnownRestrictions,
        .unitedStatesGovernment,
        .cc0,
        .publicDomainMark,
        .creativeCommons("by", "4.0"),
        .creativeCommons("by-sa", "4.0"),
        .creativeCommons("by-nd", "4.0"),
        .creativeCommons("by-nc", "4.0"),
        .creativeCommons("by-nc-sa", "4.0"),
        .creativeCommons("by-nc-nd", "4.0"),
    ]

    /// Makes the licence with Flickr's number; an unknown number allows nothing.
    ///
    /// - Parameter flickrID: the number as a text, as in replies; `nil` if the reply has none.
    init(flickrID: String?) {
        if let number = flickrID.flatMap({ Int($0) }), License.allOnFlickr.indices.contains(number) {
            self = License.allOnFlickr[number]
        } else {
            self = .unknown(flickrID.map { "flickr-\($0)" } ?? "flickr")
        }
    }

    /// Flickr's number of this licence; `nil` if Flickr does not offer it.
    var flickrID: Int? { License.allOnFlickr.firstIndex(of: self) }
}

/// The conversion of Flickr's numbered errors.
enum FlickrFailure {
    /// Returns the error for a reply with `stat: fail`.
    ///
    /// - Parameters:
    ///   - code: Flickr's number; `nil` if the reply has none.
    ///   - message: Flickr's text without the key.
    static func failure(code: Int?, message: String) -> FailedAttempt {
        let quote = "Flickr says: \(message) (\(code.map { "error \($0)" } ?? "no number"))."
        // The numbers 0 and 201 are undocumented. All outages have the same text.
        if [105, 201, 0, 10].contains(code) || message.contains("not currently available") {
            return FailedAttempt(.unavailable, "\(quote) Try again later.", .garbled)
        }
        switch code {
        case 100:
            return FailedAttempt(
                .keyRefused,
                "\(quote) Check the key, or make one at https://www.flickr.com/services/apps/create/; new keys need "
                    + "Flickr Pro.")
        case 4, 15, 16, 17, 95, 96, 97, 98, 99:
            return FailedAttempt(.refused, quote)
        case 1, 2, 3, 11, 12, 13, 14, 18, 19, 20, 77, 111, 112, 116:
            return FailedAttempt(.badQuery, "\(quote) Change the search.")
        default:
            return FailedAttempt(.badReply, quote)
        }
    }
}
