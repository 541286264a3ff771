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
    var steps: PictureSteps { get }

    /// Returns the error for clients of a source's error. `source` is the index in ``sources``.
    func translate(_ error: any Error, of source: Int) -> any Error
}

// MARK: Rendering

/// The way in which a recipe is made.
enum PictureSteps: Sendable {
    /// At once, with the files of all sources in memory.
    case rendered(any PictureRenderer)
    /// A contact sheet, which is drawn source by source, with one file in memory at a time.
    case sheet(SheetPlan)
}

/// A recipe whose files are in memory together. The same files always give the same bytes.
protocol PictureRenderer: PictureRecipe {
    /// Returns the rendering of the picture, whose size is known from the headers of the files. `limits` apply to each source.
    func work(on files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> PictureWork
}

extension PictureRenderer {
    var usualFormat: ImageFormat? { nil }
    var steps: PictureSteps { .rendered(self) }

    func translate(_ error: any Error, of source: Int) -> any Error { error }
}

/// The rendering of a picture, which needs a permit for its pixels.
struct PictureWork: Sendable {
    /// The approximate number of pixels in memory at the same time: those of sources, intermediate pictures, the result and the encoder's buffers.
    let pixels: Int
    /// Renders the picture, within `ImageWork`.
    let make: @Sendable () throws -> MadePicture
}

/// A rendered picture.
struct MadePicture: Sendable {
    /// The bytes of the file.
    let bytes: [UInt8]
    let size: PixelSize
    /// The layout of each caption of a meme.
    var reports: [CaptionReport] = []
}

// MARK: Output

/// The options of the file in an address: format, quality, bytes, and caching.
struct PictureOutput: Sendable, Equatable {
    /// The format; `nil` for the one that source and client suggest.
    var format: ImageFormat?
    /// The quality, 0 to 100; `nil` for that of the format, or of the settings.
    var quality: Int?
    /// The qualities of formats, 0 to 100; `quality` comes before them.
    var qualities: [ImageFormat: Int] = [:]
    /// The largest number of bytes, for which the quality is lowered; `nil` for no limit.
    var maximumBytes: Int?
    /// True for a progressive JPEG; `nil` for the choice of the settings.
    var isProgressive: Bool?
    /// True to use the readable part of a damaged source.
    var recovers = false
    /// The seconds for which clients may cache the picture; `nil` for those of the settings.
    var maximumAge: Int?
    /// The time in seconds since 1970 at which the address expires; `nil` for never.
    var expires: Int?
    /// The file name for downloads, without an extension.
    var fileName: String?
    /// True to let browsers download the picture instead of showing it.
    var isAttachment = false

    /// Returns the default quality; AVIF has another scale.
    private static func usualQuality(for format: ImageFormat) -> Int { format == .avif ? 60 : 85 }
    /// The lowest quality that is tried to reach `maximumBytes`.
    static let leastQuality = 10

    func quality(for format: ImageFormat) -> Int { quality ?? qualities[format] ?? Self.usualQuality(for: format) }

    /// The options that the bytes depend on, besides the format, as a text for cache keys.
    var recipe: String {
        let qualities = qualities.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue)\($0.value)" }
        return "q\(quality ?? -1) \(qualities.joined(separator: " ")) b\(maximumBytes ?? -1) p\(isProgressive == true)"
            + (recovers ? " recover" : "")
    }

    /// Returns the file, with the highest quality that `maximumBytes` allows.
    ///
    /// - Throws: `ImageError`.
    func encoded(_ image: Image, as format: ImageFormat) throws -> [UInt8] {
        func file(_ quality: Int) throws -> [UInt8] {
            try ImageWork.checkpoint()
            var options = try EncodingOptions(format: format, quality: quality)
            options.isProgressive = isProgressive == true
            return try image.encoded(options)
        }
        let wanted = quality(for: format)
        let first = try file(wanted)
        guard let maximumBytes, first.count > maximumBytes, format != .png, format != .gif else { return first }
        // A binary search: files grow with the quality.
        var (low, high) = (min(Self.leastQuality, wanted), wanted)
        var best = try file(low)
        guard best.count <= maximumBytes else { return best }
        while high - low > 1 {
            let middle = (low + high) / 2
            let tried = try file(middle)
            if tried.count <= maximumBytes { (low, best) = (middle, tried) } else { high = middle }
        }
        return best
    }

    /// Sets the options that the address leaves out to those of the settings.
    mutating func fill(from defaults: PictureOutput) {
        qualities.merge(defaults.qualities) { own, _ in own }
        isProgressive = isProgressive ?? defaults.isProgressive
        recovers = defaults.recovers
    }
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
    var steps: PictureSteps { .sheet(self) }

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

/// The version of the renderer, which is a part of every entity tag and cache key. It is raised when a request gives other bytes than before.
enum RendererVersion {
    static let current = "5"
}
