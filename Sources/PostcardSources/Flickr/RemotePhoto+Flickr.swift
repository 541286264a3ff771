import PlatformFoundation

extension RemotePhoto {
    /// The photo that a record describes; `nil` for what is not a photo, and for a record that leads to no picture.
    /// `pictureHost` has the pictures whose address the record does not give.
    init?(_ record: FlickrRecord, source: String, pictureHost: URL) {
        guard record.media ?? "photo" == "photo" else { return nil }
        let renditions = Self.renditions(of: record, pictureHost: pictureHost)
        guard !renditions.isEmpty else { return nil }
        var hasPlace = false
        if let accuracy = record.accuracy { hasPlace = accuracy != 0 }
        let owner = record.pathalias ?? record.owner
        let ownerURL = URL(string: "https://www.flickr.com/photos/")?.appending(path: owner)
        self.init(
            source: source, id: record.id, title: record.title, ownerName: record.ownername ?? "", ownerURL: ownerURL,
            pageURL: ownerURL?.appending(path: record.id), license: License(flickrID: record.license),
            dateTaken: Self.dateTaken(of: record),
            coordinate: hasPlace
                ? try? Coordinate(latitude: record.latitude ?? .nan, longitude: record.longitude ?? .nan) : nil,
            renditions: renditions)
    }

    private static func renditions(of record: FlickrRecord, pictureHost: URL) -> [Rendition] {
        let told = FlickrSize.all.compactMap { size -> Rendition? in
            guard let member = record.sizes[size.member], let url = URL(string: member.url),
                ["http", "https"].contains(url.scheme)
            else { return nil }
            guard let width = member.width, let height = member.height, width > 0, height > 0 else {
                return Rendition(url: url, longEdge: size.longEdge, kind: size.kind)
            }
            return Rendition(url: url, width: width, height: height, kind: size.kind)
        }
        guard told.isEmpty, let server = record.server, let secret = record.secret else { return told }
        return FlickrSize.all.compactMap { size in
            size.url(host: pictureHost, server: server, id: record.id, secret: secret)
                .map { Rendition(url: $0, longEdge: size.longEdge, kind: size.kind) }
        }
    }

    /// The date as far as it is known: Flickr fills up what the owner did not say.
    private static func dateTaken(of record: FlickrRecord) -> String? {
        guard let date = record.datetaken, record.datetakenunknown ?? 0 == 0, !date.hasPrefix("0000") else {
            return nil
        }
        return switch record.datetakengranularity {
        case 4: String(date.prefix(7))
        case 6: String(date.prefix(4))
        case 8: "circa \(date.prefix(4))"
        default: date
        }
    }
}
