import PlatformFoundation
import PostcardCore
package import PostcardPhotos

extension RemotePhoto {
    /// Makes a photo from a record in a reply; `nil` if the record is not a photo or has no URLs.
    ///
    /// - Parameters:
    ///   - source: the name of the source.
    ///   - pictureHost: the host of pictures whose URL is not in the record.
    init?(flickr record: JSONValue, source: String, pictureHost: URL) {
        guard let id = record["id"]?.anyText, let owner = record["owner"]?.anyText,
            record["media"]?.anyText ?? "photo" == "photo"
        else { return nil }
        let renditions = Self.renditions(of: record, id: id, pictureHost: pictureHost)
        guard !renditions.isEmpty else { return nil }
        // Accuracy 0 means no position, regardless of the latitude and longitude.
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
        let listed = FlickrSize.all.compactMap { size -> Rendition? in
            guard let url = record["url_\(size.member)"]?.anyText.flatMap({ URL(string: $0) }),
                ["http", "https"].contains(url.scheme)
            else { return nil }
            guard let width = record["width_\(size.member)"]?.anyInteger,
                let height = record["height_\(size.member)"]?.anyInteger,
                width > 0, height > 0
            else { return Rendition(url: url, longEdge: size.longEdge, kind: size.kind) }
            return Rendition(url: url, width: width, height: height, kind: size.kind)
        }
        guard listed.isEmpty, let server = record["server"]?.anyText, let secret = record["secret"]?.anyText else {
            return listed
        }
        return FlickrSize.all.compactMap { size in
            size.url(host: pictureHost, server: server, id: id, secret: secret)
                .map { Rendition(url: $0, longEdge: size.longEdge, kind: size.kind) }
        }
    }

    /// Returns the known part of the date: Flickr fills unknown parts with arbitrary values.
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
    /// Every license that Flickr offers, in the order of Flickr's numbers.
    ///
    /// The list is from `flickr.photos.licenses.getInfo` as of June 2025. The 4.0 and 2.0 licenses are in different orders.
    package static let allOnFlickr: [License] = [
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

    /// Makes the license with the given Flickr number. A license with an unknown number allows nothing.
    ///
    /// - Parameter flickrID: the number as a string, as in replies; `nil` if the reply has none.
    init(flickrID: String?) {
        if let number = flickrID.flatMap({ Int($0) }), License.allOnFlickr.indices.contains(number) {
            self = License.allOnFlickr[number]
        } else {
            self = .unknown(flickrID.map { "flickr-\($0)" } ?? "flickr")
        }
    }

    /// Flickr's number for this license; `nil` if Flickr does not offer it.
    var flickrID: Int? { License.allOnFlickr.firstIndex(of: self) }
}
