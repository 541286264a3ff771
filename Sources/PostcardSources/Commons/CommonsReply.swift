import PlatformFoundation
import PostcardCore
import PostcardPhotos

extension RemotePhoto {
    /// The widths at which Wikimedia serves thumbnails (2026). Other widths are rejected.
    private static let thumbnailWidths = [250, 330, 500, 960, 1280, 1920, 3840]

    /// Makes the photo of a file; `nil` if a valid URL or a size is missing. The photo's id is the page number, which stays the same if the
    /// page is moved.
    init?(commons file: CommonsFile, at spot: CommonsSpot, source: String) {
        let renditions = Self.renditions(of: file.info)
        guard !renditions.isEmpty else { return nil }
        let metadata = file.metadata
        let name = file.title.split(separator: ":").dropFirst().joined(separator: ":")
        let plainTitle = HTMLText.plain(metadata["ObjectName"] ?? "")
        let isNamed = !plainTitle.isEmpty
        let baseName = name.split(separator: ".").dropLast().joined(separator: ".")
        let artist = metadata["Artist"] ?? ""
        // The credit line requested by the author takes precedence over the author's name.
        let credit = HTMLText.plain(metadata["Attribution"] ?? artist)
        let date = HTMLText.plain(metadata["DateTimeOriginal"] ?? "", limit: 60)
        self.init(
            source: source, id: String(spot.pageID), title: isNamed ? plainTitle : baseName.isEmpty ? name : baseName,
            ownerName: credit, ownerURL: HTMLText.firstLink(in: artist),
            pageURL: file.info["descriptionurl"]?.string.flatMap { URL(string: $0) },
            license: License(commons: metadata),
            dateTaken: date.isEmpty ? nil : date, coordinate: spot.coordinate, renditions: renditions)
    }

    /// Returns the original, the thumbnail in the reply, and thumbnails of other widths, with URLs derived from that thumbnail's URL.
    private static func renditions(of file: JSONValue) -> [Rendition] {
        guard let original = file["url"]?.string.flatMap({ URL(string: $0) }),
            ["http", "https"].contains(original.scheme),
            let fullWidth = file["width"]?.integer, let fullHeight = file["height"]?.integer, fullWidth > 0,
            fullHeight > 0
        else { return [] }
        var renditions = [Rendition(url: original, width: fullWidth, height: fullHeight, kind: .original)]
        // The query of the URL is used only for statistics.
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
    /// Makes the license specified in a file's description.
    ///
    /// Commons accepts only files that may be changed and used for any purpose, so every license there allows derivatives.
    ///
    /// - Parameter metadata: the description, keyed by CommonsMetadata names.
    init(commons metadata: [NameKey: String]) {
        let code = (metadata["License"] ?? "").lowercased()
        let name = HTMLText.plain(metadata["LicenseShortName"] ?? "")
        switch code {
        case "cc0": self = .cc0
        case "pd": self = .publicDomainOnCommons
        default:
            // Versions for individual countries are excluded: their terms are on other pages.
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
}
