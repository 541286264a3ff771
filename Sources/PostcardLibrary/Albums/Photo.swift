public import PlatformFoundation
import PostcardCore
public import PostcardImaging
public import PostcardPhotos

/// A photo in an album, with its attribution.
public struct Photo: Sendable, Hashable, Codable, Identifiable {
    /// The id: `photo-` and twelve letters or digits.
    public let id: RecordID<Photo>
    /// The id of the album, which is also the id of its pin.
    public let album: Pin.ID
    /// The id of the collection that the photo was chosen for.
    let collection: String
    /// The key of the photo at its source.
    package let remote: RemoteKey
    /// The title; may be empty.
    public let title: String
    /// The name for the attribution; may be empty.
    public let owner: String
    /// The URL of the owner's page; `nil` if it is unknown.
    public let ownerURL: URL?
    /// The URL of the photo's page; `nil` if it is unknown.
    public let page: URL?
    /// The license of the photo.
    public let license: License
    /// The date of the photo, in the format used by its source; `nil` if it is unknown.
    public let dateTaken: String?
    /// The position of the camera; `nil` if it is unknown.
    public let coordinate: Coordinate?
    /// The SHA-256 of the picture file.
    public let blob: BlobHash
    /// The length of the picture file in bytes.
    public let bytes: Int
    /// The width of the upright picture in pixels.
    public let width: Int
    /// The height of the upright picture in pixels.
    public let height: Int
    /// The fingerprint for finding duplicates.
    package let fingerprint: PictureFingerprint
    /// The mean color, shown until the picture is loaded.
    public let color: Color

    var reference: BlobReference { BlobReference(hash: blob, size: bytes) }

    /// The credit line: title, owner, license and page, as far as known.
    public var credit: String {
        let name = title.isEmpty ? "Photo" : "\"\(title)\""
        let by = owner.isEmpty ? "" : " by \(owner)"
        let link = page.map { ", \($0.absoluteString)" } ?? ""
        return "\(name)\(by), \(license.name)\(link)"
    }
}

extension Image {
    func meanColor() throws(ImageError) -> Color { try resized(Resize(into: .square(1), fit: .exact))[0, 0] }
}
