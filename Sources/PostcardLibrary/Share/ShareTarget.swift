public import SystemPackage

/// The form and place of a share.
public enum ShareTarget: Sendable, Hashable {
    /// One HTML page with everything in it, videos up to 8 MB.
    case page(FilePath)
    /// A zip archive with a page, the files themselves, and what is known of each.
    case archive(FilePath)
    /// A folder with the same.
    case folder(FilePath)

    /// Chooses the form by the end of a name: `.html` and `.htm` a page, `.zip` an archive, all others a folder.
    public init(_ path: FilePath) {
        switch path.extension?.lowercased() {
        case "html", "htm": self = .page(path)
        case "zip": self = .archive(path)
        default: self = .folder(path)
        }
    }
}

/// The result of a share.
public struct ShareReport: Sendable, Hashable, Codable {
    /// Pictures and videos.
    public let items: Int
    /// Places on the map.
    public let places: Int
    /// Names of files with a credit that could not be put into the file itself, for its format; it stands beside it. Of a page:
    /// videos that are not in it, since they are too large, or since browsers do not play their format.
    public let notEmbedded: [String]
    /// Pictures and videos whose position is known and was left out.
    public let withheldPositions: Int
    /// Places on the map that were made of photos, and are rounded to 200 m.
    public let roundedPlaces: Int
    /// Warnings, such as of a licence that forbids changed versions, or of a video without a frame to show.
    public let warnings: [String]
}
