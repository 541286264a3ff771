import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// A rendered picture.
struct MadePicture: Sendable {
    /// The bytes of the file.
    let bytes: [UInt8]
    let size: PixelSize
    /// The layout of each caption of a meme.
    var reports: [CaptionReport] = []
    /// The hashes of the sources that the picture was made from, in order.
    var sources: [BlobHash] = []
}
