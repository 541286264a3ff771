internal import PostcardCore
public import PlatformFoundation
public import PostcardMemes
public import PostcardSources

extension RecordKind {
    /// A picture with words on it.
    public static let meme: RecordKind = "meme"
}

/// A meme that was made in a library: its words, the picture beneath, and the file.
public struct MemeRecord: Sendable, Hashable, Codable, Identifiable {
    /// A picture file that the meme needs to be made again.
    public struct Part: Sendable, Hashable, Codable {
        /// SHA-256 of the file.
        public let blob: BlobHash
        /// Bytes of the file.
        public let bytes: Int
    }

    /// Its name in the index, `meme-` and twelve letters or digits.
    public let id: String
    /// The words, from top to bottom.
    public let texts: [String]
    /// How the words stand and look: enough to make the meme again. Pictures of overlays are named `blob:` and their SHA-256.
    public let spec: Meme
    /// The photo of the library that is beneath the words.
    public let photo: String?
    /// The pin of that photo.
    public let pin: String?
    /// The name of the file that is beneath the words, when it is no photo of the library.
    public let file: String?
    /// The address that the picture beneath the words is from.
    public let address: String?
    /// The template that was used.
    public let template: String?
    /// The line that credits the photo's owner.
    public let credit: String?
    /// The name of the photo's owner.
    public let owner: String?
    /// What the licence of the photo allows.
    public let license: License?
    /// What the licence of the template is, an SPDX identifier.
    public let templateLicense: String?
    /// Where the picture beneath the words was taken.
    public let coordinate: Coordinate?
    /// The picture beneath the words; `nil` in records of versions before 0.2.
    public let source: Part?
    /// The pictures of overlays.
    public let overlays: [Part]?
    /// What of the picture is kept, and how large.
    public let framing: MemeFraming?
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

    /// Whether what is known of the picture's terms lets a meme be passed on.
    public var allowsDerivatives: Bool {
        license?.allowsDerivatives ?? true && LicenseIdentifier.allowsDerivatives(templateLicense ?? "")
    }

    /// All files that the record needs.
    var parts: [BlobReference] {
        [BlobReference(hash: blob, size: bytes)]
            + ((overlays ?? []) + [source].compactMap { $0 }).map { BlobReference(hash: $0.blob, size: $0.bytes) }
    }
}
