#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import PostcardMemes
public import PostcardSources

extension RecordKind {
    /// A picture with words on it.
    public static let meme: RecordKind = "meme"
}

/// A meme that was made in a library: its words, the picture beneath, and the file.
public struct MemeRecord: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `meme-` and twelve letters or digits.
    public let id: String
    /// The words, from top to bottom.
    public let texts: [String]
    /// How the words stand and look: enough to make the meme again.
    public let spec: Meme
    /// The photo of the library that is beneath the words.
    public let photo: String?
    /// The name of the file that is beneath the words, when it is no photo of the library.
    public let file: String?
    /// The line that credits the photo's owner.
    public let credit: String?
    /// What the licence of the photo allows.
    public let license: License?
    /// SHA-256 of the meme's own file.
    public let blob: BlobHash
    /// Bytes of the meme's own file.
    public let bytes: Int
    /// The format of the file, such as `jpeg`.
    public let format: String
    /// Pixels from left to right.
    public let width: Int
    /// Pixels from top to bottom.
    public let height: Int
    /// When it was made.
    public let created: Date
}

/// What is beneath the words of a meme.
public enum MemeOrigin: Sendable, Hashable {
    /// A photo of the library.
    case photo(Photo)
    /// A file, by its name without folders.
    case file(String)
}
