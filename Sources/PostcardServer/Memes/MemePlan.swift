import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// A meme to be drawn on a base image.
struct MemePlan: PictureRenderer {
    /// The base image.
    enum BaseImage: Sendable {
        /// The bytes of a file.
        case bytes([UInt8])
        /// A picture by a name that `SourcePictures` knows.
        case named(String)
    }

    var baseImage: BaseImage
    let meme: Meme
    let framing: MemeFile.Framing
    /// The place that the meme is made for, whose sizes count instead; `nil` for none.
    var destination: MemeDestination?
    /// The cache key without the credit; empty where nothing is kept.
    var key = ""
    /// The metadata of the file: the credit of the base image.
    var credit = Metadata()
    /// The frames of what moves, and the moments of a GIF of a picture that stands still.
    var motion = MemeFile.Motion()
    /// The cache of decoded base images; `nil` for those that are not kept.
    var decoded: DecodedPictures?
    /// `nil` for what the client prefers.
    var format: ImageFormat?

    /// The same file may be in the library twice, from two people.
    var operations: String { keyText(of: [key, credit.artist ?? "", credit.copyright ?? ""]) }

    var sources: [String] {
        guard case .named(let name) = baseImage else { return meme.overlayNames }
        return [name] + meme.overlayNames.filter { $0 != name }
    }

    /// As memegen has it, a picture that cannot be had from elsewhere is media that it does not take.
    func translate(_ error: any Error, of source: Int) -> any Error {
        guard let httpError = error as? HTTPError, [.forbidden, .notFound].contains(httpError.status) else {
            return error
        }
        return HTTPError(.unsupportedMediaType, httpError.detail)
    }

    func work(on files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> PictureWork {
        let base = if case .bytes(let bytes) = baseImage { bytes } else { files[0] }
        let size = try ImageHeader(of: base.span.bytes).size
        let overlays = Dictionary(uniqueKeysWithValues: zip(sources, files))
        return PictureWork(pixels: pixels(on: size, as: format, limits: limits)) {
            try render(base, of: size, overlays, as: format, limits: limits)
        }
    }

    private func pixels(on base: PixelSize, as format: ImageFormat, limits: DecodingLimits) -> Int {
        let framing = framing(of: base, as: format)
        var size = framing.size(for: base)
        // With its overlays; a surround makes a picture of its own, of which only the limit is known before.
        var drawn = drawnPixels(on: size)
        if meme.surround != nil || !meme.above.isEmpty || !meme.below.isEmpty {
            drawn = drawn.addedClamped(min(limits.pixels, size.area.multipliedClamped(by: 2)))
        }
        // The coverage of a shape, which may be as large as the picture.
        if !meme.shapes.isEmpty { drawn = drawn.addedClamped(size.area.multipliedClamped(by: 2)) }
        var most = max(base.area.addedClamped(size.area), drawn)
        if let box = framing.box {
            // The picture, its blurred copy, and both together.
            most = max(most, size.area.addedClamped(box.area.multipliedClamped(by: 2)))
            size = box
        }
        // The frame before, and the picture without lettering.
        if format.canMove { most = most.addedClamped(size.area.multipliedClamped(by: 2)) }
        return max(most, format.encodingPixels(of: size))
    }

    private func framing(of size: PixelSize, as format: ImageFormat) -> MemeFile.Framing {
        destination.map { $0.rule(moves: format == $0.moving?.format).framing(of: size, crop: framing.crop) } ?? framing
    }

    /// The pixels of the base image, which has this size, and of all overlays on it.
    private func drawnPixels(on size: PixelSize) -> Int {
        // An overlay is at most as large as its box, which may be larger than the picture.
        let boxes = meme.overlays.filter { $0.picture != nil }.map(\.box)
        return Int(min(1e15, boxes.reduce(1) { $0 + abs($1.width * $1.height) } * Double(size.area)))
    }

    /// `whole` is the size of the base image.
    private func render(
        _ base: [UInt8], of whole: PixelSize, _ overlays: [String: [UInt8]], as format: ImageFormat,
        limits: DecodingLimits
    ) throws -> MadePicture {
        // A crop is a part of all pixels.
        let size = framing.crop == nil ? framing(of: whole, as: format).size(for: whole) : whole
        guard drawnPixels(on: size) <= limits.pixels else {
            throw HTTPError.unprocessable("The meme would have more than \(limits.pixels) pixels.")
        }
        var filled = meme
        filled.fillOverlays(overlays)
        let encoding = try EncodingOptions(format: format, quality: MemeFile.defaultQuality).withMetadata(credit)
        var job = MemeFile.Job(filled, on: base, framing: framing, encoding: encoding, keepsBlocks: true)
        job.motion = motion
        if format != .gif { job.motion.stillMoments = 1 }
        (job.limits, job.pixelLimit) = (limits, limits.pixels)
        if let decoded {
            job.decoding = { try decoded.image(of: base, size: size, decode: $0) }
            job.reading = { try decoded.blocks(of: base, read: $0) }
        }
        let file = try destination.map { try job.run(for: $0) } ?? job.run()
        return MadePicture(bytes: file.bytes, size: file.size, reports: file.reports)
    }
}

/// A cache of base images, decoded and scaled, and of the blocks of those that are lettered without decoding all of them: many memes are
/// made on few pictures.
struct DecodedPictures: Sendable {
    /// Bytes of all pictures, and of one.
    private static let (limit, pictureLimit) = (32 << 20, 8 << 20)
    private let memory = LRUCache<BlobHash, Image>(byteLimit: limit)
    private let blocks = LRUCache<BlobHash, CodedBlocks>(byteLimit: limit)

    /// The picture of a file. `file` has its bytes. `size` is the size that it is scaled to. `decode` decodes and
    /// scales it.
    func image(of file: [UInt8], size: PixelSize, decode: () throws -> Image) throws -> Image {
        let bytes = size.area * 4
        guard bytes <= Self.pictureLimit else { return try decode() }
        let name = BlobHash(of: Array("\(BlobHash(of: file)) \(size)".utf8))
        if let image = memory.value(for: name) { return image }
        let image = try decode()
        memory.insert(image, bytes: bytes, for: name)
        return image
    }

    /// The blocks of a JPEG file. `file` has its bytes. `read` finds them.
    func blocks(of file: [UInt8], read: () throws -> CodedBlocks) throws -> CodedBlocks {
        guard file.count <= Self.pictureLimit else { return try read() }
        let name = BlobHash(of: file)
        if let found = blocks.value(for: name) { return found }
        let found = try read()
        blocks.insert(found, bytes: found.byteCount, for: name)
        return found
    }
}

/// The fitting of each caption of a meme, for a field of the response.
struct MemeReport {
    /// Those above the picture, those on it, those below. `size` is that of an em in pixels, `lines` the number of lines; `unfitted` is the
    /// text that did not fit, and `missing` has the characters that no font has.
    private let captions: [JSONValue]

    /// Bytes that the field may have: proxies refuse much longer ones.
    private static let maximumBytes = 2_048
    private static let maximumCharacters = 120
    private static let maximumMissing = 12

    init(_ reports: [CaptionReport]) {
        captions = reports.map { report in
            let layout = report.layout
            let (unfitted, missing) = (
                layout.unfitted.prefix(Self.maximumCharacters), layout.missing.prefix(Self.maximumMissing)
            )
            var members: [String: JSONValue] = [
                "size": .number((layout.size * 100).rounded() / 100), "lines": .integer(layout.lines.count),
            ]
            if !unfitted.isEmpty { members["unfitted"] = .text(unfitted) }
            if !missing.isEmpty { members["missing"] = .array(missing.map { .text($0) }) }
            return JSONValue(members)
        }
    }

    private init(captions: [JSONValue]) { self.captions = captions }

    /// The report as base64url of JSON; without the last captions where there are too many.
    var field: String {
        guard let json = try? JSONEncoder.compact.encode(["captions": captions]) else { return "" }
        let text = Base64.urlSafe.encode(Array(json))
        guard text.utf8.count > Self.maximumBytes, !captions.isEmpty else { return text }
        return MemeReport(captions: captions.dropLast(max(1, captions.count / 8))).field
    }
}
