public import SystemPackage

/// What a share is written to.
public enum ShareTarget: Sendable, Hashable {
    /// One HTML page with everything in it, videos up to 8 MB.
    case page(FilePath)
    /// A zip archive with a page, the files themselves, and what is known of each.
    case archive(FilePath)
    /// A folder with the same.
    case folder(FilePath)

    /// What the end of a name says: `.html` and `.htm` a page, `.zip` an archive, all others a folder.
    public init(_ path: FilePath) {
        switch path.extension?.lowercased() {
        case "html", "htm": self = .page(path)
        case "zip": self = .archive(path)
        default: self = .folder(path)
        }
    }
}

/// What was shared.
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
    /// What has to be kept in mind: a licence that forbids changed versions, a video without a frame to show.
    public let warnings: [String]
}
