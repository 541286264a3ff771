import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// A contact sheet to be made: pictures are found, made as small as their tiles and laid on it one after the other, so that of
/// the sources there is never more than one in memory.
struct SheetRecipe: PictureRecipe {
    /// A picture of the sheet.
    struct Item: Sendable, Equatable {
        let name: String
        let caption: String
    }

    /// The longest side that every format can hold.
    private static let maximumSide = 16_383

    let sheet: ContactSheet
    let items: [Item]
    let format: ImageFormat?
    let sources: [String]
    /// The tiles of each source.
    private let tiles: [[Int]]

    /// `pixels` is the largest number that the sheet may have; a larger one throws `HTTPError` with status 422.
    init(_ sheet: ContactSheet, of items: [Item], as format: ImageFormat?, pixels: Int) throws(HTTPError) {
        let size = sheet.size(for: items.count)
        guard size.area <= pixels, max(size.width, size.height) <= Self.maximumSide else {
            throw .unprocessable(
                "The sheet would have \(size) pixels; \(pixels) in all are allowed, \(Self.maximumSide) a side. Take fewer "
                    + "pictures or smaller tiles.")
        }
        self.sheet = sheet
        self.items = items
        self.format = format
        var places: [String: Int] = [:]
        var sources: [String] = []
        var tiles: [[Int]] = []
        for (index, item) in items.enumerated() {
            if let place = places[item.name] {
                tiles[place].append(index)
            } else {
                places[item.name] = sources.count
                sources.append(item.name)
                tiles.append([index])
            }
        }
        self.sources = sources
        self.tiles = tiles
    }

    var usualFormat: ImageFormat? { .jpeg }

    var operations: String {
        let tile = sheet.tileSize
        let fields =
            ["\(sheet.columns)", "\(tile)", "\(sheet.spacing)", "\(sheet.textSize)"]
            + tiles.map { $0.map(String.init).joined(separator: ",") } + items.map(\.caption)
        // Lengths keep neighbouring fields apart.
        return "sheet/" + fields.map { "\($0.utf8.count):\($0)" }.joined()
    }

    func make(
        as format: ImageFormat, of files: SourcePictures.Files?, by service: PictureService
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        try await service.sheets.with(sheet.size(for: items.count).area) {
            try await withDeadline(service.timeout, "The pictures of the sheet take too long to come.") {
                try await drawn(as: format, by: service)
            }
        }
    }

    func fault(_ error: any Error, of source: Int) -> any Error {
        let fault: HTTPError
        switch error {
        case let error as HTTPError: fault = error
        case let error as ImageError: fault = HTTPError(error)
        default: return error
        }
        // That the service is busy is nothing of this picture.
        guard fault.status != .serviceUnavailable else { return fault }
        return fault.about("picture \((tiles[source].first ?? 0) + 1), \(sources[source].prefix(200))")
    }

    private func drawn(
        as format: ImageFormat, by service: PictureService
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        let time = service.renderingTime()
        let limits = service.limits
        let drawing = try await service.work(on: 1, within: time) {
            SheetDrawing(try sheet.drawing(of: items.count), limits: limits)
        }
        var hashes: [BlobHash] = []
        for (source, name) in sources.enumerated() {
            do {
                hashes.append(
                    try await service.source.with(name) { picture in
                        let bytes = picture.bytes
                        let pixels = try ImageHeader(of: bytes.span.bytes).size.area
                        try await service.work(
                            on: pixels.addedClamped(sheet.tileSize.area), decoding: [bytes], within: time
                        ) {
                            try drawing.draw(
                                bytes, size: sheet.tileSize, at: tiles[source].map { ($0, items[$0].caption) })
                        }
                        return picture.hash
                    })
            } catch {
                throw fault(error, of: source)
            }
        }
        // The sheet itself has its room already.
        let size = sheet.size(for: items.count)
        let file = try await service.work(on: format.encodingPixels(of: size) - size.area, within: time) {
            try drawing.encoded(as: format)
        }
        return (file, hashes)
    }
}
