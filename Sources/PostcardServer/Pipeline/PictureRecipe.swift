import PostcardImaging
import PostcardMemes

/// The description of a picture that is made of sources. The same sources always give the same picture.
protocol PictureRecipe: Sendable {
    /// The names of the sources, each once.
    var sources: [String] { get }
    /// The requested format; without one, the usual format and the field `Accept` decide.
    var format: ImageFormat? { get }
    /// The format that suits the result; `nil` for that of the first source.
    var usualFormat: ImageFormat? { get }
    /// The operations on the sources as a text for cache keys, different for different results.
    var operations: String { get }
    var kind: RecipeKind { get }

    /// Returns the error for clients of a source's error. `source` is the index in ``sources``.
    func translate(_ error: any Error, of source: Int) -> any Error
}

/// The kinds of recipes, which differ in the files that are in memory at a time.
enum RecipeKind: Sendable {
    /// A picture that is rendered at once, with the files of all sources in memory.
    case rendered(any RenderedRecipe)
    /// A contact sheet, which is drawn source by source, with one file in memory.
    case sheet(SheetPlan)
}

// MARK: Rendering

/// A recipe that is rendered at once. The same files always give the same bytes.
protocol RenderedRecipe: PictureRecipe {
    /// Returns the sizes that the work depends on, by the headers of the files. The first is that of the base image.
    ///
    /// - Throws: `ImageError`.
    func sizes(of files: [[UInt8]]) throws -> [PixelSize]

    /// Returns the approximate number of pixels in memory at the same time: those of sources, intermediate pictures, the result and the encoder's
    /// buffers.
    ///
    /// - Parameters:
    ///   - sizes: as ``sizes(of:)`` returns them.
    ///   - limits: the limits of each source.
    func pixels(of sizes: [PixelSize], as format: ImageFormat, limits: DecodingLimits) -> Int

    /// Renders the picture, within `ImageWork`.
    ///
    /// - Parameters:
    ///   - files: the files of the sources, in their order.
    ///   - sizes: as ``sizes(of:)`` returns them.
    /// - Throws: the errors of decoding, drawing and encoding.
    func render(
        _ files: [[UInt8]], of sizes: [PixelSize], as format: ImageFormat, limits: DecodingLimits
    ) throws -> MadePicture
}

extension RenderedRecipe {
    var usualFormat: ImageFormat? { nil }
    var kind: RecipeKind { .rendered(self) }

    func translate(_ error: any Error, of source: Int) -> any Error { error }
}

/// A rendered picture.
struct MadePicture: Sendable {
    /// The bytes of the file.
    let bytes: [UInt8]
    let size: PixelSize
    /// The layout of each caption of a meme.
    var reports: [CaptionReport] = []
}

// MARK: Contact sheets

/// The plan of a contact sheet: its layout, and the pictures with their captions.
struct SheetPlan: Sendable {
    /// A picture of the sheet.
    struct Item: Sendable, Equatable {
        let name: String
        let caption: String
    }
    /// The longest side in pixels that all formats can hold.
    static let maximumSide = 16_383
    let sheet: ContactSheet
    let items: [Item]
    /// The names of the sources, each once.
    let sources: [String]
    /// The indexes of the tiles of each source.
    let tiles: [[Int]]
    let format: ImageFormat?
    var usualFormat: ImageFormat? { .jpeg }
    var kind: RecipeKind { .sheet(self) }

    /// - Parameter format: the format; `nil` for JPEG, or the one that the client prefers.
    init(_ sheet: ContactSheet, of items: [Item], as format: ImageFormat? = nil) {
        (self.sheet, self.items, self.format) = (sheet, items, format)
        let tiles = Dictionary(grouping: items.indices) { items[$0].name }.sorted { $0.value[0] < $1.value[0] }
        (sources, self.tiles) = (tiles.map(\.key), tiles.map(\.value))
    }

    var size: PixelSize { sheet.size(for: items.count) }

    var operations: String {
        let fields =
            ["\(sheet.columns)", "\(sheet.tileSize)", "\(sheet.spacing)", "\(sheet.textSize)"]
            + tiles.map { $0.map(String.init).joined(separator: ",") } + items.map(\.caption)
        return "sheet/\(keyText(of: fields))"
    }
}

// MARK: Sizes and keys

/// Returns the fields as one text, different for different fields, since each has its length before it.
func keyText(of fields: [String]) -> String { fields.map { "\($0.utf8.count):\($0)" }.joined() }

extension ImageFormat {
    /// Returns the number of pixels in memory while a picture is encoded, itself included. The encoders' buffers count as pixels of four bytes, by
    /// measurement.
    func encodingPixels(of size: PixelSize) -> Int {
        let factor =
            switch self {
            case .avif: 7
            case .gif: 5
            case .webp: 4
            default: 1
            }
        return size.area.multipliedClamped(by: factor)
    }
}

extension Int {
    /// Returns the product of two counts from 0, at most `Int.max`.
    func multipliedClamped(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }

    func addedClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
