public import SystemPackage

/// The source of a picture or video of an entry.
public enum MediumSource: Sendable {
    /// A file, which is copied.
    case file(FilePath)
    /// The bytes of a file, with its name, such as what came by standard input or from the network.
    case bytes([UInt8], name: String?)
    /// A file that is among the blobs of the library already, with its name.
    case stored(BlobReference, name: String?)
    /// A photo of an album, with its credit.
    case photo(Photo)
}
