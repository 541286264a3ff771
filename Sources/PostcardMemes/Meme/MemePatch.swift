import PostcardImaging

/// A meme on a JPEG file that stays as it is coded wherever nothing is drawn.
enum MemePatch {
    /// The file, and what is drawn on it.
    case made([UInt8], MemeLettering)
    /// The picture has to be coded anew; with what is drawn, once it is.
    case refused(RecompressionReason, MemeLettering?)

    /// Bytes of lettering that are kept; a caption over all of a photo of 12 megapixels takes 24 MB.
    private static let letteringLimit = 64 << 20

    /// Draws the meme on the file, strip by strip, where the file allows it.
    init(
        _ meme: Meme, on bytes: [UInt8], framing: MemeFile.Framing, encoding: EncodingOptions, limits: DecodingLimits,
        pixelLimit: Int, fonts: FontLibrary, reading: CodedBlocks.Reading
    ) throws {
        func renderer(_ size: PixelSize) -> MemeRenderer {
            MemeRenderer(meme, on: size, fonts: fonts, pixelLimit: pixelLimit)
        }
        var lettering: MemeLettering?
        do {
            // No block of a picture that changes as a whole stays as it is.
            guard meme.effect == nil else { throw RecompressionReason.requested }
            guard encoding.format == .jpeg else { throw RecompressionReason.format }
            let blocks = try CodedBlocks(of: bytes, limits: limits, reading: reading) { size in
                framing.keeps(size) && !renderer(size).hasSurround
            }
            lettering = try renderer(blocks.size).lettering(byteLimit: Self.letteringLimit)
            guard let lettering else { throw RecompressionReason.memory }
            let file = try blocks.encoded(with: lettering.cells, metadata: encoding.metadata) { image, left, top in
                for layer in lettering.layers { layer.draw(on: &image, from: left, top) }
            }
            self = .made(file, lettering)
        } catch let reason as RecompressionReason {
            try ImageWork.checkpoint()
            self = .refused(reason, lettering)
        }
    }
}
