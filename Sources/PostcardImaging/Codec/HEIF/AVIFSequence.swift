internal import CPostcardShims

/// The frames of an AVIF file that moves (AV1 Image File Format, section 3), found and bounded before any is decoded.
struct AVIFSequence: Sendable {
    let colors: AVIFTrack
    let opacity: AVIFTrack?
    /// The damage behind the last whole frame, when that is forgiven.
    let damage: ImageError?
    /// The number of frames that are there.
    let frameCount: Int

    var delays: [Int] { colors.samples.prefix(frameCount).map(\.delay) }

    /// `true` for a file whose brands name a sequence.
    static func isSequence(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let reader = ByteReader(bytes)
        guard reader.has("ftyp", at: 4), let length = reader.uint32(at: 0) else { return false }
        return stride(from: 8, to: min(length, bytes.count, 256), by: 4).contains { reader.has("avis", at: $0) }
    }

    /// Reads the headers; `nil` for a file that stands still, or whose frames are of more than 8 bits, without colours,
    /// or in colours of a matrix that is not known.
    ///
    /// - Throws: `ImageError` with code `limitExceeded`, or `truncated` with how much of it is there.
    init?(_ bytes: UnsafeRawBufferPointer, options: DecodingOptions) throws(ImageError) {
        guard Self.isSequence(bytes) else { return nil }
        let limits = options.limits
        try limits.check(byteCount: bytes.count)
        let reader = ByteReader(bytes)
        var tracks: [AVIFTrack] = []
        for box in HEIFBoxes.contents(reader, in: 0..<bytes.count, at: ["moov", "trak"]).prefix(8) {
            if let track = try AVIFTrack(reader, box, limits: limits) { tracks.append(track) }
        }
        guard let colors = tracks.first(where: { $0.handler == "pict" }), colors.samples.count > 1,
            colors.size.width > 0, colors.size.height > 0, colors.isEightBit, colors.hasChroma,
            Self.hasKnownColors(colors)
        else { return nil }
        self.colors = colors
        opacity = tracks.first {
            $0.handler == "auxv" && $0.targets.contains(colors.number) && $0.samples.count == colors.samples.count
                && $0.size == colors.size
        }
        guard opacity?.isEightBit != false else { return nil }
        let count = colors.samples.count
        try limits.check(size: colors.size)
        try limits.check(
            pixelCount: colors.size.area.multipliedReportingOverflow(by: count), size: colors.size, frames: count)
        let opacity = opacity
        frameCount =
            (0..<count).first { index in
                [colors, opacity].contains { $0.map { $0.samples[index].data.upperBound > bytes.count } ?? false }
            } ?? count
        damage =
            frameCount == count
            ? nil
            : .truncated(
                "The AVIF file ends early, after \(bytes.count) bytes. It has \(frameCount) complete frame\(frameCount == 1 ? "" : "s")."
            )
        if let damage, !options.recover || frameCount == 0 { throw damage }
    }

    private static func hasKnownColors(_ track: AVIFTrack) -> Bool {
        track.codePoints.map { postcard_planes_knows_matrix(Int32($0.matrix), $0.isFullRange) } ?? true
    }

    var colorSpace: ColorSpace {
        if let profile = colors.profile { return .profile(profile) }
        return colors.codePoints.map { ColorSpace(primaries: $0.primaries, transfer: $0.transfer) } ?? .standard
    }

    /// `true` if colours are multiplied by the opacity.
    var isPremultiplied: Bool { colors.premultiplier != nil && colors.premultiplier == opacity?.number }
}
