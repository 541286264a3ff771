import PostcardImaging
import PostcardLibrary

/// A picture or video with renditions.
struct Original {
    let blob: BlobHash
    var kind = Medium.Kind.picture
    /// The number of pixels; 1 if unknown.
    let pixels: Int

    init(_ photo: Photo) {
        (blob, pixels) = (photo.blob, PixelSize(width: photo.width, height: photo.height).area)
    }

    init(_ meme: MemeRecord) {
        (blob, pixels) = (meme.blob, PixelSize(width: meme.width, height: meme.height).area)
    }

    /// Returns the picture of a record, which is the first one of an entry; `nil` if the record has none.
    init?(of record: Record) throws {
        switch record.key.kind {
        case .photo: self.init(try record.decode() as Photo)
        case .meme: self.init(try record.decode() as MemeRecord)
        case .entry:
            guard let first = (try record.decode() as Entry).media.first else { return nil }
            self.init(first)
        default: return nil
        }
    }

    init(_ item: SharedItem) { (blob, kind, pixels) = (item.blob, item.kind, item.pixels) }

    init(_ medium: Medium) {
        (blob, kind) = (medium.blob, medium.kind)
        pixels = PixelSize(width: medium.width ?? 1, height: medium.height ?? 1).area
    }
}
