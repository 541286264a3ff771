import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// The plan of a meme: the base image, the captions, and the format and framing of the file. It renders the meme from the bytes of its
/// pictures.
struct MemePlan: Rendering {
    /// The source of the base image.
    enum BaseImage: Sendable {
        /// A picture in memory.
        case opened(OpenedPicture)
        /// A picture by its name in `SourcePictures`.
        case named(String)
    }

    var baseImage: BaseImage
    let meme: Meme
    let framing: MemeFile.Framing
    /// The destination of the meme, whose sizes replace `framing`; `nil` if there is none.
    var destination: MemeDestination?
    /// The part of the cache key without the credit; empty if results are not cached.
    var key = ""
    /// The metadata of the file: the credit of the base image.
    var credit = Metadata()
    /// The timing of animated memes: the frames of an animation, and the moments of a GIF made from a still image.
    var motion = MemeFile.Motion()
    /// The cache of decoded base images, and of the blocks of JPEG files; `nil` if they are not cached.
    var decoded: DecodedPictures?
    /// The format of the file; `nil` for the format that the client prefers.
    var format: ImageFormat?
    /// True if the file is a WebP from which a video is made.
    var isVideo = false

    /// The usual format for the base image and the captions; `nil` if the base image is not in memory.
    var usualFormat: ImageFormat? {
        if case .opened(let base) = baseImage { MemeFile.defaultFormat(for: base, meme) } else { nil }
    }

    /// The cache key of the operations. It contains the credit, because the library can contain the same file twice with different credits.
    var operations: String { keyText(of: [key, credit.artist ?? "", credit.copyright ?? ""]) }

    var sources: [String] {
        guard case .named(let name) = baseImage else { return meme.overlayNames }
        return [name] + meme.overlayNames.filter { $0 != name }
    }

    /// Replaces status 403 or 404 from a source with 415, as in memegen.
    func translate(_ error: any Error, of source: Int) -> any Error {
        guard let httpError = error as? HTTPError, [.forbidden, .notFound].contains(httpError.status) else {
            return error
        }
        return HTTPError(.unsupportedMediaType, httpError.detail)
    }

    func pixels(of sizes: [PixelSize], as format: ImageFormat, limits: DecodingLimits) -> Int {
        let framing = framing(of: sizes[0], as: format)
        let size = framing.size(for: sizes[0])
        let decoding = sizes[0].area.addedClamped(size.area)
        var drawing = drawnPixels(on: size)
        if meme.surround != nil || !meme.above.isEmpty || !meme.below.isEmpty {
            // The size of a surround is known only after the layout, so the size limit is used.
            drawing = drawing.addedClamped(min(limits.pixels, size.area.multipliedClamped(by: 2)))
        }
        // The coverage mask of a shape can be as large as the picture.
        if !meme.shapes.isEmpty { drawing = drawing.addedClamped(size.area.multipliedClamped(by: 2)) }
        // The picture, its blurred copy, and the result.
        let boxing = framing.box.map { size.area.addedClamped($0.area.multipliedClamped(by: 2)) } ?? 0
        let result = framing.box ?? size
        // The previous frame, and the picture without captions.
        let beside = format.supportsAnimation ? result.area.multipliedClamped(by: 2) : 0
        return max(max(decoding, drawing, boxing).addedClamped(beside), format.encodingPixels(of: result))
    }

    /// Returns the destination's framing if there is a destination, or else the plan's framing.
    private func framing(of size: PixelSize, as format: ImageFormat) -> MemeFile.Framing {
        destination.map { $0.rule(moves: format == $0.moving?.format).shape.framing(of: size, crop: framing.crop) }
            ?? framing
    }

    /// Returns the total number of pixels in the base image at this size and in all overlays on it.
    private func drawnPixels(on size: PixelSize) -> Int {
        // An overlay is at most as large as its box, which can be larger than the picture.
        let boxes = meme.overlays.filter { $0.picture != nil }.map(\.box)
        return Int(min(1e15, boxes.reduce(1) { $0 + abs($1.width * $1.height) } * Double(size.area)))
    }

    func render(
        _ files: SourcePictures.Files, from source: SourcePictures, as format: ImageFormat, in workshop: Workshop
    ) async throws -> MadePicture {
        defer { withExtendedLifetime(files) {} }
        let (pictures, limits) = (files.pictures.map(\.bytes), workshop.limits)
        let (base, overlays) =
            if case .opened(let picture) = baseImage { (picture, pictures[...]) } else {
                (try OpenedPicture(pictures[0]), pictures.dropFirst())
            }
        let whole = base.header.size
        let pixels = pixels(of: [whole], as: format, limits: limits)
        // A posted meme contains its overlays.
        let posted = meme.overlays.compactMap { overlay in
            if case .bytes(let bytes)? = overlay.picture { bytes } else { nil }
        }
        var picture = try await workshop.work(on: pixels, decoding: [base], overlays + posted) {
            // If there is a crop, the whole picture is decoded.
            let size = framing.crop == nil ? framing(of: whole, as: format).size(for: whole) : whole
            guard drawnPixels(on: size) <= limits.pixels else {
                throw HTTPError.unprocessable("The meme would have more than \(limits.pixels) pixels.")
            }
            var filled = meme
            let overlays = [NameKey: [UInt8]](uniqueKeysWithValues: zip(sources.map { NameKey($0) }, pictures))
            filled.resolveOverlays { overlays[$0] }
            let encoding = try EncodingOptions(format: format, quality: MemeFile.defaultQuality).withMetadata(credit)
            var job = MemeFile.Job(filled, on: base, framing: framing, encoding: encoding, keepsBlocks: true)
            job.motion = motion
            if format != .gif { job.motion.stillMoments = 1 }
            (job.limits, job.pixelLimit) = (limits, limits.pixels)
            if let decoded {
                job.decoding = { try decoded.image(of: base.bytes, size: size, decode: $0) }
                job.reading = { try decoded.blocks(of: base.bytes, read: $0) }
            }
            let file = try isVideo ? job.frames(for: destination) : destination.map(job.run(for:)) ?? job.run()
            return MadePicture(bytes: file.bytes, size: file.size, reports: file.reports)
        }
        picture.sources = files.pictures.map(\.hash)
        return picture
    }
}
