import PostcardImaging

/// A meme on a JPEG file that stays as it is coded wherever nothing is drawn.
enum MemePatch {
    /// The file, and what is drawn on it.
    case made([UInt8], MemeLettering)
    /// The picture has to be coded anew; with what is drawn, once it is.
    case refused(RecompressionReason, MemeLettering?)

    /// Bytes of lettering that are kept; a caption over all of a photo of 12 megapixels takes 24 MB.
    private static let letteringLimit = 64 << 20

    /// Draws the meme on the file, strip by strip.
    init(
        _ meme: Meme, on bytes: [UInt8], framing: MemeFile.Framing, encoding: EncodingOptions, limits: DecodingLimits,
        pixelLimit: Int, fonts: FontLibrary, reading: CodedBlocks.Reading
    ) throws {
        // No block of a picture that changes as a whole stays as it is.
        guard meme.effect == nil else {
            self = .refused(.requested, nil)
            return
        }
        guard encoding.format == .jpeg, let header = try? ImageHeader(of: bytes.span.bytes), header.format == .jpeg
        else {
            self = .refused(.format, nil)
            return
        }
        let renderer = MemeRenderer(meme, on: header.size, fonts: fonts, pixelLimit: pixelLimit)
        guard framing.keeps(header.size), !renderer.hasSurround else {
            self = .refused(.size, nil)
            return
        }
        guard limits.allow(header.size), bytes.count <= limits.bytes,
            let lettering = try renderer.lettering(byteLimit: Self.letteringLimit)
        else {
            self = .refused(.memory, nil)
            return
        }
        let result = try Image.encoded(
            patching: bytes, in: lettering.cells, metadata: encoding.metadata, reading: reading
        ) { image, left, top in
            for layer in lettering.layers { layer.draw(on: &image, from: left, top) }
        }
        switch result {
        case .success(let file): self = .made(file, lettering)
        case .failure(let reason): self = .refused(reason, lettering)
        }
    }
}
