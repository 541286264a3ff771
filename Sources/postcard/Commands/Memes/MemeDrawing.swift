import PostcardImaging
import PostcardLibrary
import PostcardSources
import PostcardMemes

/// Draws a meme and encodes it.
struct MemeDrawing {
    struct Made {
        let bytes: [UInt8]
        let size: PixelSize
        let reports: [CaptionReport]
        let notes: [String]
        /// What is to be seen, or its first frame.
        let preview: Image
    }

    let source: MemeSource
    let meme: Meme
    let options: MemeResultOptions

    func made(as format: ImageFormat) throws -> Made {
        guard ImageFormat(sniffing: source.bytes.span.bytes) == .gif else { return try still(as: format, notes: []) }
        let animation = try AnimatedImage(
            decoding: source.bytes, options: DecodingOptions(limits: source.limits))
        guard animation.frameCount > 1 else { return try still(as: format, notes: []) }
        guard format == .gif else {
            return try still(
                as: format,
                notes: [
                    "\(format.displayName) holds one frame of \(animation.frameCount), the first. A .gif keeps moving."
                ])
        }
        return try moving(animation)
    }

    private func still(as format: ImageFormat, notes: [String]) throws -> Made {
        var decoding = DecodingOptions(limits: source.limits)
        // What is cut off afterwards is needed whole.
        if options.crop == nil { decoding.resize = options.size.map { Resize(into: $0.box) } }
        let decoded = try DecodedImage(source.bytes, options: decoding, named: source.name)
        let picture = try options.crop == nil ? decoded.image : framed(decoded.image)
        let (image, reports) = try meme.render(onto: picture)
        return Made(
            bytes: try encoded(image, as: format), size: image.size, reports: reports, notes: notes, preview: image)
    }

    /// The lettering is drawn once and laid on every frame.
    private func moving(_ animation: AnimatedImage) throws -> Made {
        var frames = try animation.frames()
        var lettering: MemeLettering?
        var encoder: AnimationEncoder?
        var first: Image?
        while let frame = try frames.next() {
            try Task.checkCancellation()
            let picture = try framed(frame.image)
            let drawn = try lettering ?? meme.lettering(on: picture.size)
            lettering = drawn
            let image = try drawn.applied(to: picture)
            first = first ?? image
            var writer = try encoder ?? AnimationEncoder(size: image.size, loopCount: animation.loopCount)
            encoder = nil
            try writer.append(image, delay: frame.delay)
            encoder = writer
        }
        guard let lettering, let encoder, let first else {
            throw ImageError(.emptyResult, "\(source.name): the animation has no frames.")
        }
        return Made(
            bytes: try encoder.finish(), size: lettering.canvasSize, reports: lettering.reports,
            notes: animation.warnings, preview: first)
    }

    private func framed(_ picture: Image) throws -> Image {
        var picture = picture
        if let crop = options.crop { picture = try picture.cropped(to: crop.part(of: picture.size)) }
        if let size = options.size { picture = try picture.resized(Resize(into: size.box)) }
        return picture
    }

    private func encoded(_ image: Image, as format: ImageFormat) throws -> [UInt8] {
        guard format != .gif else {
            var encoder = try AnimationEncoder(size: image.size, loopCount: nil)
            try encoder.append(image, delay: 0)
            return try encoder.finish()
        }
        return try image.encoded(
            EncodingOptions(format: format, quality: options.quality).withMetadata(source.origin.credit))
    }
}
