public import SystemPackage

/// The source of a picture or video of an entry.
public enum MediumSource: Sendable {
    /// A file to copy.
    case file(FilePath)
    /// The bytes of a file with its name, such as those of standard input.
    case bytes([UInt8], name: String?)
    /// A file that is already a blob of the library, with its name and modification time.
    case stored(BlobReference, name: String?, changed: WallTime? = nil)
    /// A photo of an album with its credit line.
    case photo(Photo)
    /// A picture or video of an entry, with its credit line. The file is shared, not copied.
    case medium(Medium)
}
