public import PostcardImaging

/// A picture file with a meme on it. ``make(_:budget:)`` makes it of a ``Job``.
public struct MemeFile: Sendable {
    /// The way from the base image's coded form to that of the result.
    package enum Coding: Hashable, Sendable {
        /// Only the blocks of a JPEG that something is drawn on were coded anew, with the file's own quantization tables. All others have
        /// the same coefficients as in the base image.
        case patched
        /// The whole picture was coded anew.
        case recompressed(RecompressionReason)
    }

    /// The file.
    public let bytes: [UInt8]
    /// The format of the file.
    public let format: ImageFormat
    /// The size of the picture, or of every frame, in pixels.
    public let size: PixelSize
    /// One report per caption: those above, those on the base image, those below.
    public let reports: [CaptionReport]
    /// Tolerated damage of the base image, and lost frames, as sentences.
    public internal(set) var warnings: [String]
    /// The way in which the file was coded.
    package let coding: Coding

    /// The quality of JPEG, WebP and AVIF unless another is asked for: letters need more than photos.
    package static let defaultQuality = 90

    /// The format of a meme on the base image of this file unless another is asked for: a GIF keeps moving as one, others as WebP.
    package static func defaultFormat(for base: OpenedPicture, _ meme: Meme = Meme()) -> ImageFormat {
        if base.header.format == .gif { return .gif }
        return base.mayBeAnimated || meme.hasTimes ? .webp : .jpeg
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
    /// An animated GIF, WebP or PNG stays animated if the encoding is GIF or WebP: captions and overlays are drawn on each frame, and ``motion`` sets
    /// when captions are visible. Other formats get the first frame, and a warning. A sequential JPEG can keep the quality of everything that nothing
    /// is drawn on (see ``keepsBlocks``). The texts of the captions are the alt text of JPEG, PNG and WebP files.
    public struct Job: Sendable {
        /// Wraps the decoding of the base image, for example to keep the result, or to name the file in the error.
        ///
        /// It gets the decoding and returns its result. Frames of a file that moves are not decoded through it.
        package typealias Decoding = @Sendable (_ decode: () throws(ImageError) -> Image) throws -> Image

        /// The captions and overlays. Names of font files and overlays must be resolved first; see ``Meme/resolveFonts(from:)`` and
        /// ``Meme/resolveOverlays(from:)``.
        public var meme: Meme
        /// The file of the base image.
        public var base: OpenedPicture
        /// The crop and the size of the base image.
        public var framing: Framing
        /// The times of captions, and the number of frames, if the result is an animated GIF or WebP.
        public var motion = Motion()
        /// The format, quality and metadata of the result.
        public var encoding: EncodingOptions
        /// The service that the file is for; `nil` for none. The size, the number of frames and the quality are then chosen so that the service
        /// accepts the file. Of ``framing`` and ``encoding``, the crop and the metadata are used, and the format if the service accepts it.
        public var destination: MemeDestination?
        /// The same for a result with transparency that stands still; `nil` for those of `encoding`.
        package var transparentEncoding: EncodingOptions?
        /// True to copy those parts of a JPEG that nothing is drawn on, without loss. The base image must not be progressive, the result must be a
        /// JPEG of the same size, and the file's quantization tables must be fine enough for text; otherwise all of the result is encoded, with the
        /// quality of ``encoding``.
        public var keepsBlocks: Bool
        /// The limits for the base image and the overlays. The result has at most the same number of pixels.
        public var limits = DecodingLimits.default
        /// `true` to take what can be read of a base image that is damaged.
        package var recover = false
        /// The maximum of pixels of the result.
        package var pixelLimit = Int.max
        /// The source of fonts.
        public var fonts: FontLibrary
        /// Wraps the decoding of a base image that stands still.
        package var decoding: Decoding = { decode in try decode() }
        /// Wraps the reading of a JPEG's blocks, for example to keep them.
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

        /// Opens a file, and makes a job on it.
        ///
        /// - Throws: `ImageError` as `OpenedPicture.init(_:)` does.
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
    /// - Throws: `ImageError` when the base image cannot be decoded or the result cannot be encoded; `MemeError` as
    ///   ``Meme/rendered(on:fonts:limits:)`` does; what `decoding` throws.
    package func run() throws -> MemeFile {
        guard encoding.format.canMove else { return try still() }
        if let animation = try base.animation(for: encoding.format, options: options) {
            return try moving(on: animation)
        }
        let moves = meme.hasTimes && motion.maximumFrames != 1 || motion.stillFrames().count > 1
        return try moves ? moving() : still()
    }

    /// The options for decoding the base image.
    var options: DecodingOptions { DecodingOptions(limits: limits, toleratesDamage: recover) }

    /// The file of a meme that stands still.
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
        // Consumed, so that it is drawn on and not copied first.
        let (image, reports) =
            if let drawn {
                (try drawn.applied(to: consume base), drawn.reports)
            } else {
                try renderer.picture(on: consume base)
            }
        let result = try framing.padded(image, pixelLimit: pixelLimit)
        var job = self
        job.encoding = encoding.options(for: result, transparent: transparentEncoding)
        try limits.check(result: result.size, as: job.encoding.format)
        try ImageWork.checkpoint()
        return job.file(
            try result.encoded(as: job.encoding), of: result.size, reports, warnings: stillWarnings,
            .recompressed(reason))
    }

    /// Bytes of lettering that are kept; a caption over all of a photo of 12 megapixels takes 24 MB.
    private static let letteringLimit = 64 << 20

    /// A JPEG file that stays as it is coded wherever nothing is drawn; the meme is drawn on it strip by strip.
    ///
    /// - Parameters:
    ///   - meme: off the detail of the base image.
    ///   - drawn: the lettering as soon as there is one, for coding the picture anew.
    /// - Throws: `RecompressionReason` where the picture has to be coded anew.
    private func patched(_ meme: Meme, _ drawn: inout MemeLettering?) throws -> MemeFile {
        // No block of a picture that changes as a whole stays as it is.
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

    /// A file with its alt text, which a patched one has already.
    func file(
        _ bytes: [UInt8], of size: PixelSize, _ reports: [CaptionReport], warnings: [String], _ coding: MemeFile.Coding
    ) -> MemeFile {
        MemeFile(
            bytes: coding == .patched ? bytes : AltText.embed(meme.altText, in: bytes), format: encoding.format,
            size: size, reports: reports, warnings: warnings + meme.stillOverlays(limits), coding: coding)
    }

    /// The base image in its framing, before anything is drawn.
    func picture() throws -> Image {
        var options = options
        // A crop is a part of all pixels.
        if framing.crop == nil { options.resize = framing.resize }
        let picture = try decoding { () throws(ImageError) in try Image(decoding: base, options: options) }
        try ImageWork.checkpoint()
        return try framing.crop == nil ? picture : framing.framed(picture, limits: limits)
    }

    /// The meme with its captions off the detail of a JPEG, which is decoded small for that; `nil` for other files, and where the framing
    /// shows a part of the picture. A file that cannot be decoded changes nothing: the decoding of the whole picture says why.
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
    /// The words, each caption on a line of its own, for those who cannot see the picture.
    var altText: String {
        allCaptions.filter { $0.opacity > 0 }
            .map { $0.plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
