import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import Synchronization

/// The plan of a contact sheet: its layout, and the pictures with their captions.
struct SheetPlan: Sendable {
    /// A picture on the sheet.
    struct Item: Sendable, Equatable {
        let name: String
        let caption: String
    }
    /// The maximum side in pixels that all formats support.
    static let maximumSide = 16_383
    let sheet: ContactSheet
    let items: [Item]
    /// The names of the sources, without duplicates.
    let sources: [String]
    /// The indexes of each source's tiles.
    let tiles: [[Int]]
    let format: ImageFormat?

    /// - Parameter format: the format of the sheet; `nil` for JPEG or the format that the client prefers.
    init(_ sheet: ContactSheet, of items: [Item], as format: ImageFormat? = nil) {
        (self.sheet, self.items, self.format) = (sheet, items, format)
        let tiles = [NameKey: [Int]](grouping: items.indices) { NameKey(items[$0].name) }.sorted {
            $0.value[0] < $1.value[0]
        }
        (sources, self.tiles) = (tiles.map(\.key.string), tiles.map(\.value))
    }

    var size: PixelSize { sheet.size(for: items.count) }

    var operations: String {
        let fields =
            ["\(sheet.columns)", "\(sheet.tileSize)", "\(sheet.spacing)", "\(sheet.textSize)"]
            + tiles.map { $0.map(String.init).joined(separator: ",") } + items.map(\.caption)
        return "sheet/\(keyText(of: fields))"
    }
}

/// A contact sheet is drawn one source at a time, so only one file is in memory.
extension SheetPlan: Rendering {
    var usualFormat: ImageFormat? { .jpeg }
    var readsOneByOne: Bool { true }

    func pixels(of sizes: [PixelSize], as format: ImageFormat, limits: DecodingLimits) -> Int { size.area }

    func render(
        _ files: SourcePictures.Files, from source: SourcePictures, as format: ImageFormat, in workshop: Workshop
    ) async throws -> MadePicture {
        try await workshop.sheets.with(pixels(of: [], as: format, limits: workshop.limits)) {
            try await withDeadline(
                source.fetchingLimit + workshop.renderingLimit, on: source.clock,
                "Fetching the pictures of the sheet took too long."
            ) {
                try await draw(source, workshop, as: format)
            }
        }
    }

    private func draw(
        _ source: SourcePictures, _ workshop: Workshop, as format: ImageFormat
    ) async throws -> MadePicture {
        let time = Workshop.RenderingTime()
        let limits = workshop.limits
        let drawing = try await workshop.work(on: 1, within: time) {
            SheetDrawing(try sheet.drawing(of: items.count), limits: limits)
        }
        var hashes: [BlobHash] = []
        for (index, name) in sources.enumerated() {
            do {
                let files = try await source.files([name])
                defer { withExtendedLifetime(files) {} }
                let picture = try OpenedPicture(files.pictures[0].bytes)
                let pixels = picture.header.size.area
                try await workshop.work(
                    on: pixels.addedClamped(sheet.tileSize.area), decoding: [picture], within: time
                ) {
                    try drawing.draw(
                        picture, size: sheet.tileSize, at: tiles[index].map { ($0, items[$0].caption) })
                }
                hashes.append(files.pictures[0].hash)
            } catch {
                throw translate(error, of: index)
            }
        }
        // The pixels of the sheet itself already have a permit.
        let pixels = format.encodingPixels(of: size) - size.area
        let bytes = try await workshop.work(on: pixels, within: time) { try drawing.encoded(as: format) }
        return MadePicture(bytes: bytes, size: size, sources: hashes)
    }

    /// Adds the picture's number on the sheet to an error.
    func translate(_ error: any Error, of source: Int) -> any Error {
        guard let httpError = error as? HTTPError ?? (error as? ImageError).map({ HTTPError($0) }) else { return error }
        // Overload and the time limit are not specific to a picture.
        guard httpError.status != .serviceUnavailable, httpError.code != .tooMuchWork else { return httpError }
        return httpError.about("picture \((tiles[source].first ?? 0) + 1), \(sources[source].prefix(200))")
    }
}

/// A contact sheet that is being drawn, on one thread at a time.
private final class SheetDrawing: Sendable {
    private static let quality = 85
    private let drawing: Mutex<ContactSheet.Drawing>
    private let limits: DecodingLimits

    init(_ drawing: ContactSheet.Drawing, limits: DecodingLimits) {
        self.drawing = Mutex(drawing)
        self.limits = limits
    }

    /// Draws a picture on tiles of the same size, with their captions.
    func draw(_ picture: OpenedPicture, size: PixelSize, at tiles: [(index: Int, caption: String)]) throws {
        let image = try Image(
            decoding: picture, options: DecodingOptions(resize: Resize(into: size), limits: limits))
        for tile in tiles {
            try ImageWork.checkpoint()
            try drawing.withLock { try $0.draw(image, caption: tile.caption, at: tile.index) }
        }
    }

    func encoded(as format: ImageFormat) throws -> [UInt8] {
        let image = drawing.withLock { $0.image }
        return try image.encoded(as: try EncodingOptions(format: format, quality: Self.quality))
    }
}
