import PostcardImaging
import PostcardPhotos

/// A picture, video or meme in a share: its file and its metadata.
package struct SharedItem: Encodable, Sendable {
    /// The id of the photo, meme or entry.
    let id: String
    /// The hash of the file. The next two properties are the file's length and extension.
    package let blob: BlobHash
    let bytes: Int
    package let format: String
    package let kind: Medium.Kind
    let width: Int?
    let height: Int?
    var duration: Double?
    var title: String
    var date: WallTime?
    let credit: String?
    var creator: String?
    let license: License?
    var page: String?
    var coordinate: Coordinate?

    /// The members of the JSON document next to the file. Properties that the file itself contains are omitted.
    private enum CodingKeys: String, CodingKey {
        case id, kind, duration, title, credit, creator, license, page, coordinate
        case blob = "sha256"
        case date = "dateTaken"
    }

    /// The number of pixels; 1 if it is unknown.
    package var pixels: Int { PixelSize(width: width ?? 1, height: height ?? 1).area }
}
