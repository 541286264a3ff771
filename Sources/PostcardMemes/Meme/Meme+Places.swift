package import PostcardImaging

extension Meme {
    /// The meme with its captions off the detail of a JPEG, which is decoded small for that; `nil` for other files, and where the framing
    /// shows a part of the picture. A file that cannot be decoded changes nothing: the decoding of the whole picture says why.
    func avoidingDetail(
        ofJPEG bytes: [UInt8], framing: MemeFile.Framing, limits: DecodingLimits, fonts: FontLibrary
    ) throws -> Meme? {
        guard avoidsDetail else { return self }
        guard framing.crop == nil, framing.resize.map({ $0.fit == .inside }) ?? true,
            let header = try? ImageHeader(of: bytes.span.bytes), header.format == .jpeg
        else { return nil }
        let options = DecodingOptions(resize: Resize(into: .square(DetailGrid.pictureSide)), limits: limits)
        guard let small = try? Image(decoding: bytes, options: options) else { return self }
        let size = framing.resize?.size(for: header.size) ?? header.size
        return try avoidingDetail(of: [small], on: size, fonts: fonts)
    }

    /// The meme with its captions off the detail of an animation, in one place for all frames.
    package func avoidingDetail(
        of animation: AnimatedImage, framing: MemeFile.Framing, fonts: FontLibrary = .shared
    ) throws -> Meme {
        guard avoidsDetail else { return self }
        var size = animation.size
        let samples = try animation.samples { frame in
            let image = try framing.framed(frame)
            size = image.size
            return try image.resized(Resize(into: .square(DetailGrid.pictureSide)), filter: .box)
        }
        return try avoidingDetail(of: samples, on: size, fonts: fonts)
    }
}
