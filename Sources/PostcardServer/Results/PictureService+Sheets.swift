import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import Synchronization

extension PictureService {
    /// Makes a contact sheet.
    func make(
        _ plan: SheetPlan, as format: ImageFormat
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        try await sheets.with(plan.size.area) {
            try await withDeadline(
                fetchingLimit + workshop.renderingLimit, "The pictures of the sheet take too long to come."
            ) {
                try await draw(plan, as: format)
            }
        }
    }

    /// Draws a contact sheet source by source.
    private func draw(
        _ plan: SheetPlan, as format: ImageFormat
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        let time = RenderingTime()
        let limits = workshop.limits
        let drawing = try await workshop.work(on: 1, within: time) {
            SheetDrawing(try plan.sheet.drawing(of: plan.items.count), limits: limits)
        }
        var hashes: [BlobHash] = []
        for (index, name) in plan.sources.enumerated() {
            do {
                let files = try await source.files([name])
                defer { withExtendedLifetime(files) {} }
                let bytes = files.pictures[0].bytes
                let pixels = try ImageHeader(of: bytes.span.bytes).size.area
                try await workshop.work(
                    on: pixels.addedClamped(plan.sheet.tileSize.area), decoding: [bytes], within: time
                ) {
                    try drawing.draw(
                        bytes, size: plan.sheet.tileSize, at: plan.tiles[index].map { ($0, plan.items[$0].caption) })
                }
                hashes.append(files.pictures[0].hash)
            } catch {
                throw plan.translate(error, of: index)
            }
        }
        // The pixels of the sheet itself have a permit already.
        let pixels = format.encodingPixels(of: plan.size) - plan.size.area
        return (try await workshop.work(on: pixels, within: time) { try drawing.encoded(as: format) }, hashes)
    }
}

/// A contact sheet during its drawing, on one thread at a time.
private final class SheetDrawing: Sendable {
    private static let quality = 85
    private let drawing: Mutex<ContactSheet.Drawing>
    private let limits: DecodingLimits

    init(_ drawing: ContactSheet.Drawing, limits: DecodingLimits) {
        self.drawing = Mutex(drawing)
        self.limits = limits
    }

    /// Draws the picture of a file on tiles of a size, with their captions.
    func draw(_ file: [UInt8], size: PixelSize, at tiles: [(index: Int, caption: String)]) throws {
        let picture = try Image(
            decoding: file, options: DecodingOptions(resize: Resize(into: size), limits: limits))
        for tile in tiles {
            try ImageWork.checkpoint()
            try drawing.withLock { try $0.draw(picture, caption: tile.caption, at: tile.index) }
        }
    }

    func encoded(as format: ImageFormat) throws -> [UInt8] {
        let image = drawing.withLock { $0.image }
        return try image.encoded(try EncodingOptions(format: format, quality: Self.quality))
    }
}
