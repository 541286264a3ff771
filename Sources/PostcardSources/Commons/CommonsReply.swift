import PlatformFoundation
import PostcardCore

/// A file on Wikimedia Commons with its place, as a search around a point lists it.
struct CommonsSpot: Sendable {
    let pageID: Int
    /// `nil` for numbers out of range.
    let coordinate: Coordinate?

    init?(_ record: JSONValue) {
        guard let pageID = record["pageid"]?.integer, let latitude = record["lat"]?.number,
            let longitude = record["lon"]?.number
        else { return nil }
        self.pageID = pageID
        coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    }
}

/// The current version of a file on Wikimedia Commons.
struct CommonsFile {
    /// The title of its page, such as `File:Harbour steps.jpg`.
    let title: String
    /// The file in the words of `prop=imageinfo`.
    let info: JSONValue
    /// The file's description by the names of CommonsMetadata. Values are texts, often HTML.
    let metadata: [String: String]

    init?(page: JSONValue) {
        guard let title = page["title"]?.string, let info = page["imageinfo"]?.elements?.first else { return nil }
        self.title = title
        self.info = info
        // PHP writes an object without members as an empty array.
        let entries = (info["extmetadata"]?.members ?? []).compactMap { entry in
            entry.value["value"]?.anyText.map { (entry.name, $0) }
        }
        metadata = Dictionary(entries) { _, last in last }
    }
}

/// The meanings of the errors of MediaWiki's Action API.
enum CommonsFailure {
    /// The failure of an attempt that was answered with an error.
    static func failure(_ code: String, _ reason: String?, retryAfter: Duration?) -> SourceError {
        let quote = "Wikimedia Commons says: \(HTMLText.plain(reason ?? "no reason")) (\(code))."
        switch code {
        case "maxlag", "readonly":
            // Its databases lag behind: the same as being out of order, for all our requests.
            return SourceError(
                .unavailable, "\(quote) Try again later.", retryAfter: retryAfter, .status(503, retryAfter: retryAfter))
        case "ratelimited":
            return SourceError(
                .rateLimited, "\(quote) Try again later.", retryAfter: retryAfter, .status(429, retryAfter: retryAfter))
        case _ where code.hasPrefix("internal_api_error"):
            return SourceError(.unavailable, "\(quote) Try again later.", .garbled)
        case "blocked", "readapidenied":
            return SourceError(.refused, quote)
        default:
            return SourceError(.badQuery, "\(quote) Change the search.")
        }
    }
}

extension RemotePhoto {
    /// The widths that Wikimedia serves thumbnails in (2026); others are refused.
    private static let thumbnailWidths = [250, 330, 500, 960, 1280, 1920, 3840]

    /// The photo that a file's description describes; `nil` for a file whose address cannot be read, or that has no size. Its id is the
    /// number of the page, which stays when the page is moved.
    init?(commons file: CommonsFile, at spot: CommonsSpot, source: String) {
        let renditions = Self.renditions(of: file.info)
        guard !renditions.isEmpty else { return nil }
        let metadata = file.metadata
        let name = file.title.split(separator: ":").dropFirst().joined(separator: ":")
        let plainTitle = HTMLText.plain(metadata["ObjectName"] ?? "")
        let isNamed = !plainTitle.isEmpty
        let baseName = name.split(separator: ".").dropLast().joined(separator: ".")
        let artist = metadata["Artist"] ?? ""
        // The credit that the author wants takes precedence over the author's name.
        let credit = HTMLText.plain(metadata["Attribution"] ?? artist)
        let date = HTMLText.plain(metadata["DateTimeOriginal"] ?? "", limit: 60)
        self.init(
            source: source, id: String(spot.pageID), title: isNamed ? plainTitle : baseName.isEmpty ? name : baseName,
            ownerName: credit, ownerURL: HTMLText.firstLink(in: artist),
            pageURL: file.info["descriptionurl"]?.string.flatMap { URL(string: $0) },
            license: License(commons: metadata),
            dateTaken: date.isEmpty ? nil : date, coordinate: spot.coordinate, renditions: renditions)
    }

    /// The original, the thumbnail of the reply, and the other widths that its address can be changed to.
    private static func renditions(of file: JSONValue) -> [Rendition] {
        guard let original = file["url"]?.string.flatMap({ URL(string: $0) }),
            ["http", "https"].contains(original.scheme),
            let fullWidth = file["width"]?.integer, let fullHeight = file["height"]?.integer, fullWidth > 0,
            fullHeight > 0
        else { return [] }
        var renditions = [Rendition(url: original, width: fullWidth, height: fullHeight, kind: .original)]
        // Without its query, which only says who asked.
        guard let thumbnail = file["thumburl"]?.string?.prefix(while: { $0 != "?" }),
            let width = file["thumbwidth"]?.integer, let height = file["thumbheight"]?.integer, width < fullWidth,
            let url = URL(string: String(thumbnail))
        else { return renditions }
        renditions.append(Rendition(url: url, width: width, height: height, kind: .scaled))
        guard thumbnail.contains("/\(width)px-") else { return renditions }
        for other in thumbnailWidths where other != width && other < fullWidth {
            let address = thumbnail.replacing("/\(width)px-", with: "/\(other)px-", maxReplacements: 1)
            guard let url = URL(string: String(address)) else { continue }
            let scale = Double(other) / Double(fullWidth)
            let longEdge = max(other, Int((Double(fullHeight) * scale).rounded()))
            renditions.append(Rendition(url: url, longEdge: longEdge, kind: .scaled))
        }
        return renditions
    }
}

extension License {
    /// The terms that a file's description names.
    ///
    /// Commons takes only what may be altered and used for any purpose, so that derivatives are allowed under every
    /// licence it knows by name.
    ///
    /// - Parameter metadata: The description by the names of CommonsMetadata.
    init(commons metadata: [String: String]) {
        let code = (metadata["License"] ?? "").lowercased()
        let name = HTMLText.plain(metadata["LicenseShortName"] ?? "")
        switch code {
        case "cc0": self = .cc0
        case "pd": self = .publicDomainOnCommons
        default:
            // Not the versions for single countries, whose terms have pages of their own.
            if let known = Self.known.first(where: { $0.id == code && code.hasPrefix("cc-by") }) {
                self = known
            } else if metadata["NonFree"] == nil, !name.isEmpty {
                self = License(
                    id: "commons-\(code.isEmpty ? name.lowercased() : code)", name: name,
                    url: metadata["LicenseUrl"] ?? "", allowsDerivatives: true,
                    requiresAttribution: metadata["AttributionRequired"] != "false")
            } else {
                self = .unknown("commons")
            }
        }
    }

    /// Files without copyright, for one of many reasons that the file's page tells.
    static let publicDomainOnCommons = License(
        id: "public-domain", name: "Public domain", url: "https://commons.wikimedia.org/wiki/Template:PD",
        allowsDerivatives: true, requiresAttribution: false)
}
