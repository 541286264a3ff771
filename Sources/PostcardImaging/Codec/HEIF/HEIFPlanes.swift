internal import CPostcardShims

/// A coded picture of a HEIF file in planes of luma and chroma, straight from its decoder: libheif makes red, green and blue of all pixels
/// first, of which a thumbnail needs few, and keeps several copies.
final class HEIFPlanes {
    private let planes: OpaquePointer

    /// Decodes an item of 8 bits with colour and without damage; `nil` for any other, on which libheif has the last word. `size` is the
    /// least size of the coded picture, and `limits` hold for its own. `sharedColors` is the colour property for an item that has none with code points.
    init?(
        _ item: Int, data: [UInt8], of items: HEIFItems, size: PixelSize, limits: DecodingLimits,
        sharedColors: HEIFBoxes.Box? = nil
    ) {
        guard let coded = items.codedSize(of: item, data: data), limits.allow(coded) else { return nil }
        let codec: postcard_codec
        var stream = data
        let config: [UInt8]
        if items.type(of: item) == "av01", let box = items.property("av1C", of: item) {
            codec = postcard_codec_av1
            config = items.boxes.bytes(box.content)
            // More than 8 bits, or no chroma (AV1 Codec ISO Media File Format Binding, section 2.3.3).
            guard config.count >= 4, config[2] & 0x50 == 0 else { return nil }
            stream = items.av1Headers(of: item) + data
        } else if items.type(of: item) == "hvc1", let box = items.property("hvcC", of: item) {
            codec = postcard_codec_hevc
            config = items.boxes.bytes(box.content)
            // The same (ISO/IEC 14496-15, section 8.3.3.1.2).
            guard config.count >= 23, config[16] & 3 != 0, config[17] & 7 == 0, config[18] & 7 == 0 else { return nil }
        } else {
            return nil
        }
        let colors = items.codePoints(of: item) ?? sharedColors
        let reader = items.boxes.reader
        let matrix = colors.flatMap { reader.uint16(at: $0.content.lowerBound + 8) }
        let range = colors.flatMap { reader.byte(at: $0.content.lowerBound + 10) } ?? 0
        guard
            let planes = postcard_planes_decode(
                codec, config, config.count, stream, stream.count, Int32(clamping: size.width),
                Int32(clamping: size.height), matrix.map(Int32.init) ?? -1, range & 0x80 != 0)
        else { return nil }
        self.planes = planes
    }

    deinit { postcard_planes_free(planes) }

    /// Copies pixels of a row, `0xRRGGBB`, from `x` on, which is even.
    func row(_ y: Int, from x: Int = 0, into row: UnsafeMutablePointer<Int32>, count: Int) {
        row.withMemoryRebound(to: UInt32.self, capacity: count) { postcard_planes_row(planes, x, y, $0, count) }
    }
}

extension HEIFItems {
    /// The colour property that is no profile: code points, with the matrix among them.
    func codePoints(of item: Int) -> HEIFBoxes.Box? {
        properties(of: item).first { $0.name == "colr" && boxes.reader.has("nclx", at: $0.content.lowerBound) }
    }
}
