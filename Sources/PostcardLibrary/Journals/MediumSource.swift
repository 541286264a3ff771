public import SystemPackage

/// The source of a picture or video for an entry.
public enum MediumSource: Sendable {
    /// A file to copy.
    case file(FilePath)
    /// The bytes of a file with its name, such as bytes from standard input.
    case bytes([UInt8], name: String?)
    /// A file that is already a blob in the library, with its name and modification time.
    case stored(BlobReference, name: String?, changed: WallTime? = nil)
    /// A photo in an album, with its credit line.
    case photo(Photo)
    /// A picture or video in an entry, with its credit line. Both entries use the same file, which is not copied.
    case medium(Medium)
}
