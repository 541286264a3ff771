public import PostcardImaging

/// A picture file with a meme on it, made of the file of a base image: the one way from bytes to bytes.
///
/// ```swift
/// let meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
/// let file = try MemeFile(meme, on: photo, framing: .init(resize: Resize(into: .square(800))), encoding: .jpeg())
/// for warning in file.reports.flatMap(\.warnings) + file.warnings { print(warning) }
/// ```
///
/// A GIF, WebP or PNG that moves keeps moving as a GIF or WebP: captions and overlays are drawn once and laid on every frame, and by a ``Motion`` captions
/// come and go. In other formats its first frame is shown, and a warning says so. A sequential JPEG can be lettered without coding the rest of
/// it anew, so that a meme of a meme is no worse than the first (see ``Coding``). The words are the alt text of JPEG, PNG and WebP files. Within `ImageWork.run(checkpoint:)` the work can be stopped.
public struct MemeFile: Sendable {
    /// Wraps the decoding of the base image, for example to keep the result, or to name the file in the error.
    ///
    /// It gets the decoding and returns its result. Frames of a file that moves are not decoded through it.
    public typealias Decoding = (_ decode: () throws(ImageError) -> Image) throws -> Image

    /// The way from the base image's coded form to that of the result.
    public enum Coding: Hashable, Sendable {
        /// Only the blocks of a JPEG that something is drawn on were coded anew, with the file's own quantization tables. All others have
        /// the same coefficients as in the base image.
        case patched
        /// The whole picture was coded anew.
        case recompressed(RecompressionReason)
    }

    /// The file.
    public private(set) var bytes: [UInt8]
    /// The format of the file.
    public let format: ImageFormat
    /// The size of the picture, or of every frame, in pixels.
    public let size: PixelSize
    /// One report per caption: those above, those on the base image, those below.
    public let reports: [CaptionReport]
    /// Damage that was passed over, and frames that are lost, as sentences.
    public private(set) var warnings: [String]
    /// The way in which the file was coded.
    public let coding: Coding

    /// The quality of JPEG, WebP and AVIF unless another is asked for: letters need more than photos.
    package static let defaultQuality = 90

    /// The format of a meme on the base image of this file unless another is asked for: a GIF keeps moving as one, others as WebP.
    package static func defaultFormat(for bytes: [UInt8], _ meme: Meme = Meme()) -> ImageFormat {
        if ImageFormat(sniffing: bytes.span.bytes) == .gif { return .gif }
        return AnimatedImage.mayMove(bytes) || meme.hasTimes ? .webp : .jpeg
    }

    /// A warning if the format drops the times of captions.
    private static func warning(of meme: Meme, as format: ImageFormat) -> [String] {
        guard meme.hasTimes, !format.canMove else { return [] }
        return ["Words appear one after the other only in a GIF or WebP; in this format all are seen at once."]
    }

    /// Makes a file.
    ///
    /// - Parameters:
    ///   - meme: the captions and overlays; the bytes of named fonts and overlays have to be filled in.
    ///   - bytes: the file of the base image.
    ///   - framing: the part of the base image that is kept, and sizes.
    ///   - motion: when captions are seen, and how many frames there are, if the result is a GIF or WebP that moves.
    ///   - encoding: format, quality and metadata of the result.
    ///   - keepsBlocks: `true` to leave those parts of a JPEG that nothing is drawn on as they are coded, if it is not progressive, the
    ///     result is a JPEG of the same size and letters look well with the file's quantization tables. The quality of `encoding` then counts for all
    ///     other results. `coding` tells which way was taken.
    ///   - limits: what the base image may cost.
    ///   - pixelLimit: the most pixels that the result may have.
    ///   - fonts: where fonts come from.
    ///   - decoding: wraps the decoding of a base image that stands still.
    /// - Throws: `ImageError` when the base image cannot be decoded or the result cannot be encoded; `MemeError` as
    ///   ``Meme/render(onto:fonts:pixelLimit:)`` does; what `decoding` throws.
    public init(
        _ meme: Meme, on bytes: [UInt8], framing: Framing = Framing(), motion: Motion = Motion(),
        encoding: EncodingOptions, keepsBlocks: Bool = false, limits: DecodingLimits = .default,
        pixelLimit: Int = .max, fonts: FontLibrary = .shared,
        decoding: Decoding = { decode in try decode() }
    ) throws {
        try self.init(
            meme, on: bytes, framing: framing, motion: motion, encoding: encoding, keepsBlocks: keepsBlocks,
            limits: limits,
            pixelLimit: pixelLimit, fonts: fonts, decoding: decoding, reading: { read in try read() })
    }

    /// The same with `reading`, which wraps the reading of a JPEG's blocks, for example to keep them.
    package init(
        _ meme: Meme, on bytes: [UInt8], framing: Framing = Framing(), motion: Motion = Motion(),
        encoding: EncodingOptions, keepsBlocks: Bool = false, limits: DecodingLimits = .default,
        pixelLimit: Int = .max, fonts: FontLibrary = .shared,
        decoding: Decoding = { decode in try decode() }, reading: CodedBlocks.Reading
    ) throws {
        try self.init(
            drawing: meme, on: bytes, framing, motion, encoding, keepsBlocks, limits, pixelLimit, fonts, decoding,
            reading)
        self.bytes = AltText.embed(meme.altText, in: self.bytes)
    }

    mutating func warn(_ sentence: String) { warnings.append(sentence) }

    private init(
        drawing meme: Meme, on bytes: [UInt8], _ framing: Framing, _ motion: Motion, _ encoding: EncodingOptions,
        _ keepsBlocks: Bool, _ limits: DecodingLimits, _ pixelLimit: Int, _ fonts: FontLibrary, _ decoding: Decoding,
        _ reading: CodedBlocks.Reading
    ) throws {
        format = encoding.format
        var options = DecodingOptions(limits: limits)
        func animator(_ meme: Meme) -> MemeAnimator {
            MemeAnimator(
                meme, framing: framing, motion: motion, encoding: encoding, limits: limits, pixelLimit: pixelLimit,
                fonts: fonts)
        }
        if let animation = try AnimatedImage.moving(bytes, to: format, options: options) {
            var animator = animator(try meme.avoidingDetail(of: animation, framing: framing, fonts: fonts))
            warnings = try animator.draw(on: animation) + meme.stillOverlays(limits)
            (self.bytes, size, reports) = (try animator.finish(), animator.size, animator.reports)
            coding = .recompressed(keepsBlocks ? .format : .requested)
            return
        }
        // Damage in other frames is no matter.
        let other = DecodingOptions(limits: limits, recover: true)
        warnings =
            (AnimatedImage.warning(ofStillFrom: bytes, options: other).map { [$0] } ?? [])
            + Self.warning(of: meme, as: format) + meme.stillOverlays(limits)
        let placed = try meme.avoidingDetail(ofJPEG: bytes, framing: framing, limits: limits, fonts: fonts)
        var reason = RecompressionReason.requested
        var drawn: MemeLettering?
        if keepsBlocks {
            let patch = try MemePatch(
                placed ?? meme, on: bytes, framing: framing, encoding: encoding, limits: limits, pixelLimit: pixelLimit,
                fonts: fonts, reading: reading)
            switch patch {
            case .made(let file, let lettering):
                (self.bytes, size, reports) = (file, lettering.canvasSize, lettering.reports)
                coding = .patched
                return
            case .refused(let why, let lettering): (reason, drawn) = (why, lettering)
            }
        }
        // A crop is a part of all pixels.
        if framing.crop == nil { options.resize = framing.resize }
        let decoded = try decoding { () throws(ImageError) in try Image(decoding: bytes, options: options) }
        try ImageWork.checkpoint()
        let base = try framing.crop == nil ? decoded : framing.framed(decoded)
        let meme = try placed ?? meme.avoidingDetail(of: [base], on: base.size, fonts: fonts)
        if format.canMove, meme.hasTimes && motion.maximumFrames != 1 || motion.stillFrames().count > 1 {
            var animator = animator(meme)
            try animator.draw(on: base)
            (self.bytes, size, reports) = (try animator.finish(), animator.size, animator.reports)
            coding = .recompressed(keepsBlocks ? .format : .requested)
            return
        }
        let image: Image
        if let drawn {
            (image, reports) = (try drawn.applied(to: base), drawn.reports)
        } else {
            (image, reports) = try MemeRenderer(meme, on: base.size, fonts: fonts, pixelLimit: pixelLimit)
                .picture(on: base)
        }
        let result = try framing.padded(image, pixelLimit: pixelLimit)
        size = result.size
        try limits.check(result: size, as: format)
        try ImageWork.checkpoint()
        (self.bytes, coding) = (try result.encoded(encoding), .recompressed(reason))
    }
}

extension Meme {
    /// Sentences for overlays that move in their files, and stand still on the meme.
    fileprivate func stillOverlays(_ limits: DecodingLimits) -> [String] {
        overlays.enumerated().compactMap { index, overlay in
            guard case .bytes(let bytes)? = overlay.picture, AnimatedImage.mayMove(bytes),
                let animation = try? AnimatedImage(
                    decoding: bytes, options: DecodingOptions(limits: limits, recover: true)),
                animation.frameCount > 1
            else { return nil }
            return "Overlay \(index + 1) is the first of \(animation.frameCount) frames: overlays stand still."
        }
    }

    /// The words, each caption on a line of its own, for those who cannot see the picture.
    var altText: String {
        (above + captions + below).filter { $0.opacity > 0 }
            .map { $0.plainText.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
