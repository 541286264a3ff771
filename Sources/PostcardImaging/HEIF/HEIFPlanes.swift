import CCodecs

/// A coded picture of a HEIF file in planes of luma and chroma, straight from its decoder: libheif makes red, green and blue of all pixels
/// first, of which a thumbnail needs few, and keeps several copies. What libde265 finds damaged libheif takes for a picture.
final class HEIFPlanes: HEIFTile {
    private let planes: OpaquePointer
    /// The damage of a picture of which something is missing, which is grey.
    let damage: ImageError?

    /// Decodes an item; `nil` for AV1 that is damaged or has more than 8 bits or no colour, on which libheif has the last word. `size` is the
    /// least size of the coded picture, and `limits` hold for its own. `sharedColors` is the colour property for an item that has none with code
    /// points.
    ///
    /// - Throws: `ImageError` for HEVC that is damaged, unless it `recovers` what is there, and for coded pictures that do not say how
    ///   large they are, or are too large.
    init?(
        _ item: Int, data: [UInt8], of items: HEIFItems, size: PixelSize, limits: DecodingLimits,
        recovers: Bool = false, sharedColors: HEIFBoxes.Box? = nil
    ) throws(ImageError) {
        let failure = LibraryFailure(format: .heic, library: "libde265", byteCount: items.boxes.reader.count)
        let isHEVC = items.type(of: item) == "hvc1"
        guard isHEVC || items.type(of: item) == "av01" else { return nil }
        // HEVC without it has no coded size.
        let configuration = isHEVC ? items.hevcConfiguration(of: item) : nil
        try items.checkCodedSize(of: item, configuration, data: data, size: size, limits: limits)
        if !isHEVC {
            // More than 8 bits, or no chroma (AV1 Codec ISO Media File Format Binding, section 2.3.3).
            guard let box = items.property("av1C", of: item)?.content, box.count >= 4,
                let kind = items.boxes.reader.byte(at: box.lowerBound + 2), kind & 0x50 == 0
            else { return nil }
        }
        let stream = (configuration?.parameterSets ?? items.av1Headers(of: item)) + data
        let colors = items.codePoints(of: item) ?? sharedColors
        let reader = items.boxes.reader
        let matrix = colors.flatMap { reader.uint16(at: $0.content.lowerBound + 8) }
        let range = colors.flatMap { reader.byte(at: $0.content.lowerBound + 10) } ?? 0
        var planes: OpaquePointer?
        var isDamaged = false
        let status = postcard_planes_decode(
            isHEVC ? postcard_codec_hevc : postcard_codec_av1, configuration?.lengthBytes ?? 0, stream, stream.count,
            Int32(clamping: size.width), Int32(clamping: size.height), matrix.map(Int32.init) ?? -1, range & 0x80 != 0,
            &planes, &isDamaged)
        damage = isDamaged ? failure.error(postcard_status_damaged, "libde265 misses parts of the picture") : nil
        if isHEVC, let error = failure.error(status) { throw error }
        guard let planes else { return nil }
        self.planes = planes
        // Only now, since an initialiser that throws earlier must not leave the planes behind.
        if let damage, !recovers { throw damage }
    }

    deinit { postcard_planes_free(planes) }

    func row(_ y: Int, from x: Int, into row: UnsafeMutablePointer<Int32>, count: Int) {
        row.withMemoryRebound(to: UInt32.self, capacity: count) { postcard_planes_row(planes, x, y, $0, count) }
    }
}

extension HEIFItems {
    /// Returns the memory that decoding an item takes for each pixel, in bytes. Measured with libaom 3.6 and libheif 1.15: libaom takes 12 for what
    /// it knows of blocks, and the samples; with more than 8 bits, or without color, libheif has two copies of them, of 16 bits each.
    func bytesPerPixel(of item: Int) -> Int {
        guard type(of: item) == "av01", let start = property("av1C", of: item)?.content.lowerBound,
            let kind = boxes.reader.byte(at: start + 2)
        else { return 16 }
        guard kind & 0x50 != 0 else { return kind & 0x0C == 0x0C ? 16 : 18 }
        // Subsampled in both directions, in one, or not at all.
        return kind & 0x0C == 0x0C ? 22 : kind & 0x08 != 0 ? 26 : 32
    }

    /// The colour property that is no profile: code points, with the matrix among them.
    func codePoints(of item: Int) -> HEIFBoxes.Box? {
        properties(of: item).first { $0.name == "colr" && boxes.reader.has("nclx", at: $0.content.lowerBound) }
    }
}
