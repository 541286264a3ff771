import PostcardImaging
import PostcardMemes
import Synchronization

/// A contact sheet that is drawn on by one thread after the other, in place.
final class SheetDrawing: Sendable {
    private static let quality = 85

    private let drawing: Mutex<ContactSheet.Drawing>
    private let limits: DecodingLimits

    init(_ drawing: ContactSheet.Drawing, limits: DecodingLimits) {
        self.drawing = Mutex(drawing)
        self.limits = limits
    }

    /// Draws a picture. `file` has the bytes of the picture. `size` is that of a tile. `tiles` are those that show it,
    /// with their captions.
    func draw(_ file: [UInt8], size: PixelSize, at tiles: [(index: Int, caption: String)]) throws {
        let picture = try withStageSpan("decode") {
            try Image(decoding: file, options: DecodingOptions(resize: Resize(into: size), limits: limits))
        }
        try withStageSpan("edit") {
            for tile in tiles {
                try ImageWork.checkpoint()
                try drawing.withLock { try $0.draw(picture, caption: tile.caption, at: tile.index) }
            }
        }
    }

    func encoded(as format: ImageFormat) throws -> [UInt8] {
        let image = drawing.withLock { $0.image }
        return try withStageSpan("encode") {
            try image.encoded(try EncodingOptions(format: format, quality: Self.quality))
        }
    }
}
