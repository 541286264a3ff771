import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// The plan of a meme: the base image, the captions, and the format and framing of the file. It renders the meme from the bytes of its pictures.
struct MemePlan: PictureRenderer {
    /// The source of the base image.
    enum BaseImage: Sendable {
        /// The bytes of a file.
        case bytes([UInt8])
        /// A picture by a name that `SourcePictures` knows.
        case named(String)
    }

    var baseImage: BaseImage
    let meme: Meme
    let framing: MemeFile.Framing
    /// The destination that the meme is made for, whose sizes replace `framing`; `nil` for none.
    var destination: MemeDestination?
    /// The part of the cache key without the credit; empty where results are not cached.
    var key = ""
    /// The metadata of the file: the credit of the base image.
    var credit = Metadata()
    /// The timing of animated memes: of the frames of an animation, and of the moments of a GIF of a still picture.
    var motion = MemeFile.Motion()
    /// The cache of decoded base images; `nil` where they are not cached.
    var decoded: DecodedPictures?
    /// The format of the file; `nil` for the one that the client prefers.
    var format: ImageFormat?

    /// The cache key of the operations. It has the credit, since the library may have one file twice with different credits.
    var operations: String { keyText(of: [key, credit.artist ?? "", credit.copyright ?? ""]) }

    var sources: [String] {
        guard case .named(let name) = baseImage else { return meme.overlayNames }
        return [name] + meme.overlayNames.filter { $0 != name }
    }

    /// Replaces the status 403 or 404 of a source by 415, as memegen does.
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

    /// Returns the largest number of pixels in memory while the meme is rendered.
    private func pixels(on base: PixelSize, as format: ImageFormat, limits: DecodingLimits) -> Int {
        let framing = framing(of: base, as: format)
        var size = framing.size(for: base)
        // The drawn picture with its overlays. The size of a surround is only known after the layout, so it counts with its limit.
        var drawn = drawnPixels(on: size)
        if meme.surround != nil || !meme.above.isEmpty || !meme.below.isEmpty {
            drawn = drawn.addedClamped(min(limits.pixels, size.area.multipliedClamped(by: 2)))
        }
        // The coverage mask of a shape, which may be as large as the picture.
        if !meme.shapes.isEmpty { drawn = drawn.addedClamped(size.area.multipliedClamped(by: 2)) }
        var most = max(base.area.addedClamped(size.area), drawn)
        if let box = framing.box {
            // The picture, its blurred copy, and the result.
            most = max(most, size.area.addedClamped(box.area.multipliedClamped(by: 2)))
            size = box
        }
        // The frame before, and the picture without captions.
        if format.canMove { most = most.addedClamped(size.area.multipliedClamped(by: 2)) }
        return max(most, format.encodingPixels(of: size))
    }

    /// Returns the framing: that of the destination where there is one.
    private func framing(of size: PixelSize, as format: ImageFormat) -> MemeFile.Framing {
        destination.map { $0.rule(moves: format == $0.moving?.format).framing(of: size, crop: framing.crop) } ?? framing
    }

    /// Returns the number of pixels of the base image at this size, and of all overlays on it.
    private func drawnPixels(on size: PixelSize) -> Int {
        // An overlay is at most as large as its box, which may be larger than the picture.
        let boxes = meme.overlays.filter { $0.picture != nil }.map(\.box)
        return Int(min(1e15, boxes.reduce(1) { $0 + abs($1.width * $1.height) } * Double(size.area)))
    }

    /// Renders the meme. `whole` is the size of the base image in its file.
    private func render(
        _ base: [UInt8], of whole: PixelSize, _ overlays: [String: [UInt8]], as format: ImageFormat,
        limits: DecodingLimits
    ) throws -> MadePicture {
        // With a crop, the whole picture is decoded.
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

// MARK: Cache of base images

/// A cache of decoded and scaled base images, and of the coded blocks of JPEG files whose other blocks are copied without decoding. Many memes are
/// made on few pictures.
struct DecodedPictures: Sendable {
    /// The largest size of each of the two caches in bytes, and that of a picture that is kept.
    private static let (limit, pictureLimit) = (32 << 20, 8 << 20)
    private let memory = LRUCache<BlobHash, Image>(byteLimit: limit)
    private let blocks = LRUCache<BlobHash, CodedBlocks>(byteLimit: limit)

    /// Returns the decoded picture of a file, from the cache or by `decode`. `size` is the size that it is scaled to.
    func image(of file: [UInt8], size: PixelSize, decode: () throws -> Image) throws -> Image {
        let bytes = size.area * 4
        guard bytes <= Self.pictureLimit else { return try decode() }
        let name = BlobHash(of: Array("\(BlobHash(of: file)) \(size)".utf8))
        if let image = memory.value(for: name) { return image }
        let image = try decode()
        memory.insert(image, bytes: bytes, for: name)
        return image
    }

    /// Returns the coded blocks of a JPEG file, from the cache or by `read`.
    func blocks(of file: [UInt8], read: () throws -> CodedBlocks) throws -> CodedBlocks {
        guard file.count <= Self.pictureLimit else { return try read() }
        let name = BlobHash(of: file)
        if let found = blocks.value(for: name) { return found }
        let found = try read()
        blocks.insert(found, bytes: found.byteCount, for: name)
        return found
    }
}

// MARK: Report

/// The layout of a meme's captions, for the field `Meme-Report` of the response.
struct MemeReport {
    /// The captions above the picture, on it, and below it. `size` is that of an em in pixels, `lines` the number of lines, `unfitted` the text that
    /// did not fit, and `missing` has the characters that no font has.
    private let captions: [JSONValue]

    /// The largest size of the field in bytes; proxies refuse much longer ones.
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

    /// The report as url-safe Base64 of JSON, without the last captions where they are too many.
    var field: String {
        guard let json = try? JSONEncoder.compact.encode(["captions": captions]) else { return "" }
        let text = Base64.urlSafe.encode(Array(json))
        guard text.utf8.count > Self.maximumBytes, !captions.isEmpty else { return text }
        return MemeReport(captions: captions.dropLast(max(1, captions.count / 8))).field
    }
}
