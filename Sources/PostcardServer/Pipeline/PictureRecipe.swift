import PostcardImaging
import PostcardMemes

/// A picture to be made of others: always the same one of the same ones.
protocol PictureRecipe: Sendable {
    /// The names of the pictures that it is made of, each once.
    var sources: [String] { get }
    /// The format that was asked for. Without one, the usual format and what the client takes decide.
    var format: ImageFormat? { get }
    /// The format that suits the result; `nil` for that of the first source.
    var usualFormat: ImageFormat? { get }
    /// The operations on the sources, as a text that no recipe with another result has.
    var operations: String { get }
    var steps: PictureSteps { get }

    /// Turns an error of a source into the one that clients are told of. `source` is its index.
    func translate(_ error: any Error, of source: Int) -> any Error
}

/// The steps that make a picture of its sources.
enum PictureSteps: Sendable {
    /// In one go, with the files of all sources in memory.
    case rendered(any PictureRenderer)
    /// A contact sheet, on which one source is drawn after the other, so that there is never more than one in memory.
    case sheet(SheetPlan)
}

/// A recipe for files that are in memory together. Same files, same bytes.
protocol PictureRenderer: PictureRecipe {
    /// The work for the picture, of which the headers of the files tell how much it is. `limits` are those of the sources.
    func work(on files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> PictureWork
}

extension PictureRenderer {
    var usualFormat: ImageFormat? { nil }
    var steps: PictureSteps { .rendered(self) }

    func translate(_ error: any Error, of source: Int) -> any Error { error }
}

/// Work on pictures that waits for room.
struct PictureWork: Sendable {
    /// The number of pixels in memory at the same time, about: those of sources, of steps between, of the result and of what its encoder
    /// keeps.
    let pixels: Int
    /// Makes the picture, within `ImageWork`.
    let make: @Sendable () throws -> MadePicture
}

/// A picture that was made.
struct MadePicture: Sendable {
    /// The file.
    let bytes: [UInt8]
    let size: PixelSize
    /// The fitting of each caption of a meme.
    var reports: [CaptionReport] = []
}

/// The file that a picture becomes, as far as its address says.
struct PictureOutput: Sendable, Equatable {
    /// `nil` for what the source and the client suggest.
    var format: ImageFormat?
    /// 0 to 100; `nil` for that of the format, or of the settings.
    var quality: Int?
    /// 0 to 100 for a format; less than a quality that is said for all of them.
    var qualities: [ImageFormat: Int] = [:]
    /// The most bytes; the quality is as high as they allow.
    var maximumBytes: Int?
    /// `true` to show a JPEG as a whole from its first bytes on; `nil` for what the settings say.
    var isProgressive: Bool?
    /// `true` to show what can be read of a damaged source.
    var recovers = false
    /// Seconds for which clients may keep it; `nil` for the usual time.
    var maximumAge: Int?
    /// Seconds since 1970 after which the address is refused.
    var expires: Int?
    /// The name under which browsers save it, without an extension.
    var fileName: String?
    /// `true` to have browsers save it instead of showing it.
    var isAttachment = false

    /// The quality where nobody says one: AVIF counts otherwise.
    private static func usualQuality(for format: ImageFormat) -> Int { format == .avif ? 60 : 85 }
    /// Less is not tried for the sake of bytes.
    static let leastQuality = 10

    func quality(for format: ImageFormat) -> Int { quality ?? qualities[format] ?? Self.usualQuality(for: format) }

    /// A text that is the same for the same bytes only, besides the format.
    var recipe: String {
        let qualities = qualities.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue)\($0.value)" }
        return "q\(quality ?? -1) \(qualities.joined(separator: " ")) b\(maximumBytes ?? -1) p\(isProgressive == true)"
            + (recovers ? " recover" : "")
    }

    /// The file, with the highest quality whose bytes are allowed.
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
        // Files grow with the quality, so the highest that is allowed is found by halves.
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

    /// Takes over what the address does not say from that of the settings.
    mutating func fill(from defaults: PictureOutput) {
        qualities.merge(defaults.qualities) { own, _ in own }
        isProgressive = isProgressive ?? defaults.isProgressive
        recovers = defaults.recovers
    }
}

/// The pictures of a contact sheet.
struct SheetPlan: Sendable {
    /// A picture of the sheet.
    struct Item: Sendable, Equatable {
        let name: String
        let caption: String
    }
    /// The longest side that every format can hold.
    static let maximumSide = 16_383
    let sheet: ContactSheet
    let items: [Item]
    /// The names of the pictures, each once.
    let sources: [String]
    /// The tiles of each source.
    let tiles: [[Int]]
    let format: ImageFormat?
    var usualFormat: ImageFormat? { .jpeg }
    var steps: PictureSteps { .sheet(self) }

    /// - Parameter format: `nil` for JPEG, or what the client prefers.
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

/// Fields as a text that other fields do not have: lengths keep neighbours apart.
func keyText(of fields: [String]) -> String { fields.map { "\($0.utf8.count):\($0)" }.joined() }

extension ImageFormat {
    /// Pixels that are in memory while a picture is written, itself included: buffers of the encoders as pixels of four
    /// bytes, as measured. `size` is that of the picture.
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
    /// For counts from 0, at most `Int.max`.
    func multipliedClamped(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }

    func addedClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

/// A number that goes into every ETag and cache key. It is raised when the same request gives other bytes than before.
enum RendererVersion {
    static let current = "5"
}
