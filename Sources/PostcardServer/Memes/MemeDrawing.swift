internal import PostcardImaging
internal import PostcardMemes

/// Draws a meme and encodes it. A pure function of its input but for the fonts of the machine.
struct MemeDrawing: Sendable {
    private static let quality = 90

    let meme: Meme
    let frame: MemeFrame
    /// What the file tells of the picture beneath.
    let credit: Metadata
    let limits: DecodingLimits
    /// Where pictures are kept that others may draw on too.
    let decoded: DecodedPictures?
    /// Asked between two steps; throws when nobody waits for the result any more.
    let checkpoint: @Sendable () throws -> Void

    /// - Throws: `ImageError`, `MemeError`, `ServerFault`, or what the checkpoint throws.
    func file(of picture: [UInt8], as format: ImageFormat) throws -> [UInt8] {
        guard format == .gif, ImageFormat(sniffing: picture.span.bytes) == .gif else {
            let image = try beneath(picture)
            try checkpoint()
            let lettered = try whileWanted { isWanted throws(MemeError) in
                try meme.render(onto: image, pixelLimit: limits.pixels, while: isWanted).image
            }
            let drawn = try padded(lettered)
            try checkpoint()
            return try encoded(drawn, as: format)
        }
        return try moving(try AnimatedImage(decoding: picture, options: DecodingOptions(limits: limits)))
    }

    private func beneath(_ picture: [UInt8]) throws -> Image {
        func decode() throws -> Image {
            try Image(decoding: picture, options: DecodingOptions(resize: frame.resize, limits: limits))
        }
        guard let decoded else { return try decode() }
        let size = frame.size(for: try ImageHeader(of: picture.span.bytes).size)
        return try decoded.image(of: picture, size: size, decode: decode)
    }

    /// The lettering is drawn once and laid on every frame.
    private func moving(_ animation: AnimatedImage) throws -> [UInt8] {
        var lettering: MemeLettering?
        var encoder: AnimationEncoder?
        var frames = try animation.frames()
        while let frame = try frames.next() {
            try checkpoint()
            let picture = try self.frame.resize.map { try frame.image.resized($0) } ?? frame.image
            let drawn =
                try lettering
                ?? whileWanted { isWanted throws(MemeError) in
                    try meme.lettering(on: picture.size, pixelLimit: limits.pixels, while: isWanted)
                }
            lettering = drawn
            let lettered = try whileWanted { isWanted throws(MemeError) in
                try drawn.applied(to: picture, while: isWanted)
            }
            let image = try padded(lettered)
            if encoder == nil { encoder = try AnimationEncoder(size: image.size, loopCount: animation.loopCount) }
            try encoder?.append(image, delay: frame.delay)
        }
        guard let encoder else { throw ServerFault.unprocessable("The GIF file has no frame.") }
        return try encoder.finish()
    }

    /// Lets the checkpoint be asked by what can only be told to stop, and tells why it stopped.
    private func whileWanted<Value>(
        _ work: (_ isWanted: () -> Bool) throws(MemeError) -> Value
    ) throws -> Value {
        do {
            return try work { (try? checkpoint()) != nil }
        } catch {
            if error.code == .interrupted { try checkpoint() }
            throw error
        }
    }

    /// What the picture leaves free of the box shows the picture itself, blurred, as memegen has it.
    private func padded(_ image: Image) throws -> Image {
        guard let box = frame.box, image.size != box else { return image }
        // A surround makes the picture larger than the box.
        let fitted = try image.resized(Resize(into: box))
        guard fitted.size != box else { return fitted }
        return try ThumborFilling(.blur, underTransparent: false).filled(fitted, box: box) { size in
            guard limits.allow(size) else {
                throw ServerFault.unprocessable("The meme would have \(size) pixels; that is too many.")
            }
        }
    }

    private func encoded(_ image: Image, as format: ImageFormat) throws -> [UInt8] {
        try image.encoded(try EncodingOptions(format: format, quality: Self.quality).withMetadata(credit))
    }
}
