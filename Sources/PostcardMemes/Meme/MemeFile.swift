public import PostcardImaging

/// A picture file with a meme on it. ``make(_:budget:)`` makes the file from a ``Job``.
public struct MemeFile: Sendable {
    /// The extent to which the encoded result reuses the encoded base image.
    package enum Coding: Hashable, Sendable {
        /// Only the JPEG blocks that the meme touches were encoded again, with the file's own quantization tables. All other blocks have
        /// the same coefficients as in the base image.
        case patched
        /// The whole picture was encoded again.
        case recompressed(RecompressionReason)
    }

    /// The file.
    public let bytes: [UInt8]
    /// The format of the file.
    public let format: ImageFormat
    /// The size of the picture, or of every frame, in pixels.
    public let size: PixelSize
    /// One report per caption, in this order: above, on and below the base image.
    public let reports: [CaptionReport]
    /// Warnings about tolerated damage in the base image and about lost frames, as sentences.
    public internal(set) var warnings: [String]
    /// The extent to which this file reuses the encoded base image.
    package let coding: Coding

    /// The default quality for JPEG, WebP and AVIF. Text needs a higher quality than photos.
    package static let defaultQuality = 90

    /// The default format of a meme on this base image: GIF for a GIF, WebP for other animations, otherwise JPEG.
    package static func defaultFormat(for base: OpenedPicture, _ meme: Meme = Meme()) -> ImageFormat {
        if base.header.format == .gif { return .gif }
        return base.mayBeAnimated || meme.isTimed ? .webp : .jpeg
    }
}

extension MemeFile {
    /// A meme, its base image, and the encoding of the result; ``MemeFile/make(_:budget:)`` makes the file.
    ///
    /// ```swift
    /// let meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
    /// var job = MemeFile.Job(meme, on: photo, encoding: .jpeg())
    /// job.framing.resize = Resize(into: .square(800))
    /// let file = try await MemeFile.make(job)
    /// for warning in file.reports.flatMap(\.warnings) + file.warnings { print(warning) }
    /// ```
    ///
    /// An animated GIF, WebP or PNG stays animated if the encoding is GIF or WebP: captions and overlays are drawn on each frame, and
    /// ``motion`` sets when captions are visible. Files in other formats show only the first frame, and a warning is added. A sequential
    /// JPEG can keep its quality wherever nothing is drawn (see ``keepsBlocks``). The caption text becomes the alt text.
    public struct Job: Sendable {
        /// Wraps the decoding of the base image, for example to keep the result or to include the file name in the error.
        ///
        /// The function receives the decoding operation and returns its result. The function is not used for frames of an animation.
        package typealias Decoding = @Sendable (_ decode: () throws(ImageError) -> Image) throws -> Image

        /// The captions and overlays. Names of font files and overlays must be resolved first; see ``Meme/resolveFonts(from:)`` and
        /// ``Meme/resolveOverlays(from:)``.
        public var meme: Meme
        /// The base image file.
        public var base: OpenedPicture
        /// The crop and size of the base image.
        public var framing: Framing
        /// The caption times and the number of frames of an animated GIF or WebP.
        public var motion = Motion()
        /// The format, quality and metadata of the result.
        public var encoding: EncodingOptions
        /// The service that the file is for; `nil` for none. For a service, the size, number of frames and quality are chosen so that the
        /// service accepts the file. Only the crop in ``framing``, the metadata in ``encoding`` and, if the service accepts it, the format
        /// in ``encoding`` are used.
        public var destination: MemeDestination?
        /// True to pad a picture for an emoji or sticker. Otherwise, an opaque picture is cropped to the square with the most detail.
        package var padsStickers = false
        /// The encoding of a still result with transparency; `nil` to use ``encoding``.
        package var transparentEncoding: EncodingOptions?
        /// True to copy, without loss, the parts of a JPEG that nothing is drawn on. This requires a base image that is not progressive, a
        /// JPEG result of the same size, and quantization tables fine enough for text. Otherwise, the whole result is encoded with the
        /// quality from ``encoding``.
        public var keepsBlocks: Bool
        /// The limits for the base image and the overlays. The pixel limit also applies to the result.
        public var limits = DecodingLimits.default
        /// True to use the readable part of a damaged base image.
        package var recover = false
        /// The maximum number of pixels in the result.
        package var pixelLimit = Int.max
        /// The source of fonts.
        public var fonts: FontLibrary
        /// Wraps the decoding of a still base image.
        package var decoding: Decoding = { decode in try decode() }
        /// Wraps the reading of a JPEG's blocks, for example to keep the blocks.
        package var reading: @Sendable (_ read: () throws -> CodedBlocks) throws -> CodedBlocks = { read in try read() }

        /// Makes a job.
        public init(
            _ meme: Meme, on base: OpenedPicture, framing: Framing = Framing(), encoding: EncodingOptions,
            keepsBlocks: Bool = false, fonts: FontLibrary = .shared
        ) {
            self.meme = meme
            self.base = base
            self.framing = framing
            self.encoding = encoding
            self.keepsBlocks = keepsBlocks
            self.fonts = fonts
        }

        /// Opens a file and makes a job for it.
        ///
        /// - Throws: `ImageError` as for `OpenedPicture.init(_:)`.
        package init(
            _ meme: Meme, on base: [UInt8], framing: Framing = Framing(), encoding: EncodingOptions,
            keepsBlocks: Bool = false, fonts: FontLibrary = .shared
        ) throws(ImageError) {
            self.init(
                meme, on: try OpenedPicture(base), framing: framing, encoding: encoding, keepsBlocks: keepsBlocks,
                fonts: fonts)
        }
    }
}

extension MemeFile.Job {
    /// Makes the file.
    ///
    /// - Throws: `ImageError` if the base image can't be decoded or the result can't be encoded; `MemeError` as for
    ///   ``Meme/rendered(on:fonts:limits:)``; any error that `decoding` throws.
    package func run() throws -> MemeFile {
        guard encoding.format.supportsAnimation else { return try still() }
        if let animation = try base.animation(for: encoding.format, options: options) {
            return try noLargerThanGIF(animated(on: animation), on: animation)
        }
        let isAnimated = meme.isTimed && motion.maximumFrames != 1 || motion.stillFrames().count > 1
        return try isAnimated ? animated() : still()
    }

    /// The options for decoding the base image.
    var options: DecodingOptions { DecodingOptions(limits: limits, toleratesDamage: recover) }

    /// Returns the file for a meme on a still image.
    func still() throws -> MemeFile {
        let early = meme.avoidsDetail ? try memeOffDetailOfJPEG() : meme
        var reason = RecompressionReason.requested
        var drawn: MemeLettering?
        if keepsBlocks {
            do {
                return try patched(early ?? meme, &drawn)
            } catch let obstacle as RecompressionReason {
                try ImageWork.checkpoint()
                reason = obstacle
            }
        }
        let base = try picture()
        let meme = try early ?? meme.avoidingDetail(of: [base], on: base.size, fonts: fonts)
        let renderer = renderer(of: meme, on: base.size)
        // The image is consumed, so the meme is drawn on it without a copy.
        let (image, reports) =
            if let drawn {
                (try drawn.applied(to: consume base), drawn.reports)
            } else {
                try renderer.picture(on: consume base)
            }
        let result = try framing.padded(image, pixelLimit: pixelLimit)
        var job = self
        job.encoding = encoding.options(for: result, transparent: transparentEncoding)
        job.encoding.altText = meme.altText
        try limits.check(result: result.size, as: job.encoding.format)
        try ImageWork.checkpoint()
        return job.file(
            try result.encoded(as: job.encoding), of: result.size, reports, warnings: stillWarnings,
            .recompressed(reason))
    }

    /// The maximum size of a kept text layer in bytes. A caption that covers a whole 12-megapixel photo takes 24 MB.
    private static let letteringLimit = 64 << 20

    /// Returns a JPEG file whose blocks are copied wherever nothing is drawn. The meme is drawn strip by strip.
    ///
    /// - Parameters:
    ///   - meme: the meme, moved off the detail of the base image.
    ///   - drawn: set to the drawn text as soon as it exists, for encoding the whole picture.
    /// - Throws: `RecompressionReason` if the whole picture must be encoded.
    private func patched(_ meme: Meme, _ drawn: inout MemeLettering?) throws -> MemeFile {
        // An effect changes every block.
        guard meme.effect == nil else { throw RecompressionReason.requested }
        guard encoding.format == .jpeg, base.header.format == .jpeg else { throw RecompressionReason.format }
        let renderer = renderer(of: meme, on: base.header.size)
        guard framing.keeps(base.header.size), renderer.surround == nil else { throw RecompressionReason.size }
        let blocks = try CodedBlocks(of: base, limits: limits, reading: reading)
        drawn = try renderer.lettering(byteLimit: Self.letteringLimit)
        guard let lettering = drawn else { throw RecompressionReason.memory }
        var cells = DrawnCells(of: blocks.size)
        for layer in lettering.layers { layer.mark(&cells) }
        let bytes = try blocks.encoded(
            with: cells, metadata: encoding.metadata, altText: self.meme.altText
        ) { image, left, top in
            for layer in lettering.layers { try layer.draw(on: &image, from: left, top) }
        }
        return file(bytes, of: lettering.canvasSize, lettering.reports, warnings: stillWarnings, .patched)
    }

    private func renderer(of meme: Meme, on size: PixelSize) -> MemeRenderer {
        MemeRenderer(meme, on: size, fonts: fonts, pixelLimit: pixelLimit, isolation: limits.isolation)
    }

    /// Returns the result, and adds the alt text unless the file was patched and already contains it.
    func file(
        _ bytes: [UInt8], of size: PixelSize, _ reports: [CaptionReport], warnings: [String], _ coding: MemeFile.Coding
    ) -> MemeFile {
        MemeFile(
            bytes: coding == .patched ? bytes : AltText.embed(meme.altText, in: bytes), format: encoding.format,
            size: size, reports: reports, warnings: warnings + meme.stillOverlays(limits), coding: coding)
    }

    /// The base image after cropping and resizing, before anything is drawn.
    func picture() throws -> Image {
        var options = options
        // Cropping requires decoding all pixels.
        if framing.crop == nil { options.resize = framing.resize }
        let picture = try decoding { () throws(ImageError) in try Image(decoding: base, options: options) }
        try ImageWork.checkpoint()
        return try framing.crop == nil ? picture : framing.framed(picture, limits: limits)
    }

    /// Returns the meme with its captions moved off the detail of a JPEG, which is decoded at a small size for this purpose; `nil` for
    /// other files, or if the framing shows only part of the picture. A decoding error is ignored here: decoding the whole picture reports
    /// it.
    func memeOffDetailOfJPEG() throws -> Meme? {
        guard framing.crop == nil, framing.resize.map({ $0.fit == .inside }) ?? true, base.header.format == .jpeg
        else { return nil }
        var options = options
        options.resize = Resize(into: .square(DetailGrid.pictureSide))
        guard let small = try? Image(decoding: base, options: options) else { return meme }
        return try meme.avoidingDetail(of: [small], on: framing.size(for: base.header.size), fonts: fonts)
    }
}

extension Meme {
    /// The text of all captions, one per line, for people who can't see the picture.
    var altText: String {
        allCaptions.filter { $0.opacity > 0 }
            .map { $0.plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
