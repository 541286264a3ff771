public import PlatformFoundation
public import PostcardImaging
public import PostcardSources

/// A photo of an album, with what is needed to credit it.
public struct Photo: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `photo-` and twelve letters or digits.
    public let id: String
    /// The id of its album, which is that of its pin.
    public let album: String
    /// The collection that it came with.
    let collection: String
    /// The key of the photo at its source.
    public let remote: RemoteKey
    /// The title its owner gave it; may be empty.
    public let title: String
    /// The name to credit; may be empty.
    public let owner: String
    /// The owner's page.
    public let ownerURL: URL?
    /// The photo's own page.
    public let page: URL?
    /// The licence of the photo.
    public let license: License
    /// The date on which it was taken, as its source writes it.
    public let dateTaken: String?
    /// The coordinate at which it was taken.
    public let coordinate: Coordinate?
    /// SHA-256 of the picture file.
    public let blob: BlobHash
    /// Bytes of the picture file.
    public let bytes: Int
    /// Pixels from left to right, seen upright.
    public let width: Int
    /// Pixels from top to bottom, seen upright.
    public let height: Int
    /// The fingerprint by which duplicates are found.
    public let fingerprint: PictureFingerprint
    /// The mean of its colours, which stands for it until it is shown.
    public let color: Color

    /// The line that credits the photo: title, owner, licence and page, as far as they are known.
    public var credit: String {
        let name = title.isEmpty ? "Photo" : "\"\(title)\""
        let by = owner.isEmpty ? "" : " by \(owner)"
        let link = page.map { ", \($0.absoluteString)" } ?? ""
        return "\(name)\(by), \(license.name)\(link)"
    }
}
