public import SystemPackage

/// The form and place of a share.
public enum ShareTarget: Sendable, Hashable {
    /// A self-contained HTML page, with videos up to 8 MB.
    case page(FilePath)
    /// A zip archive with a page, the files, and a JSON document for each.
    case archive(FilePath)
    /// A folder with a page, the files, and a JSON document for each.
    case folder(FilePath)

    /// Chooses the form by the file name extension: `.html` and `.htm` for a page, `.zip` for an archive, others for a folder.
    public init(_ path: FilePath) {
        switch path.extension?.lowercased() {
        case "html", "htm": self = .page(path)
        case "zip": self = .archive(path)
        default: self = .folder(path)
        }
    }
}

/// The positions that a share reveals. A position may be that of a home.
public enum SharedPositions: String, Sendable, CaseIterable {
    /// No positions: no map, and none in any file.
    case none
    /// The places of journals and the pins on the map; those from photos are rounded to 200 m. Files have no positions.
    case places
    /// All known positions: the map, and the position of each picture in its file and in the JSON beside it.
    case all
}

/// The result of a share.
public struct ShareReport: Sendable, Hashable, Codable {
    /// The number of pictures and videos.
    public let items: Int
    /// The number of places on the map.
    public let places: Int
    /// The names of files whose format cannot contain a credit; it is in the JSON beside them. For a page: the videos that are not embedded, since
    /// they are too large or browsers do not play their format.
    public let notEmbedded: [String]
    /// The number of pictures and videos whose known position was withheld.
    public let withheldPositions: Int
    /// The number of places on the map from photos, which are rounded to 200 m.
    public let roundedPlaces: Int
    /// The warnings, such as about a licence that forbids changed versions, or a video without a frame.
    public let warnings: [String]
}
