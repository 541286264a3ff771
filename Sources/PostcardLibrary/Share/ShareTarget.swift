public import SystemPackage

/// The format and location of a share.
public enum ShareTarget: Sendable, Hashable {
    /// A self-contained HTML page, with videos up to 8 MB.
    case page(FilePath)
    /// A zip archive with a page, the files, and a JSON document for each file.
    case archive(FilePath)
    /// A folder with a page, the files, and a JSON document for each file.
    case folder(FilePath)

    /// Chooses the format by the file extension: `.html` and `.htm` for a page, `.zip` for an archive, anything else for a folder.
    public init(_ path: FilePath) {
        switch path.extension?.lowercased() {
        case "html", "htm": self = .page(path)
        case "zip": self = .archive(path)
        default: self = .folder(path)
        }
    }
}
