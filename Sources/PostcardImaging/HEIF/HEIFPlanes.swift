import CCodecs

/// A coded picture from a HEIF file, in the luma and chroma planes that its decoder returns. libheif would first convert all pixels to RGB,
/// although a thumbnail needs only a few, and would keep several copies. libheif also accepts pictures that libde265 finds damaged.
final class HEIFPlanes: HEIFTile {
    private let planes: OpaquePointer
    /// The error if parts of the picture could not be decoded; such parts are gray.
    let damage: ImageError?

    /// Decodes an item; `nil` for AV1 data that is damaged, has more than 8 bits or has no color, which libheif decodes. `size` is the
    /// minimum size of the coded picture, and `limits` apply to its actual size. `sharedColors` is the color property for an item without
    /// code points.
    ///
    /// - Throws: `ImageError` if HEVC data is damaged and `recovers` is false, or if the coded picture does not state its size or is too
    ///   large.
    init?(
        _ item: Int, data: [UInt8], of items: HEIFItems, size: PixelSize, limits: DecodingLimits,
        recovers: Bool = false, sharedColors: HEIFBoxes.Box? = nil
    ) throws(ImageError) {
        let failure = LibraryFailure(format: .heic, library: "libde265", byteCount: items.boxes.reader.count)
        let isHEVC = items.type(of: item) == "hvc1"
        guard isHEVC || items.type(of: item) == "av01" else { return nil }
        // Without a configuration, the coded size of an HEVC picture is unknown.
        let configuration = isHEVC ? items.hevcConfiguration(of: item) : nil
        try items.checkCodedSize(of: item, configuration, data: data, size: size, limits: limits)
        if !isHEVC {
            // Excludes pictures with more than 8 bits or without chroma (AV1 Codec ISO Media File Format Binding, section 2.3.3).
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
        damage = isDamaged ? failure.error(postcard_status_damaged, "parts of the picture are missing") : nil
        if isHEVC, let error = failure.error(status) { throw error }
        guard let planes else { return nil }
        self.planes = planes
        // The error is thrown only now, because an initializer that throws before all properties are set would leak the planes.
        if let damage, !recovers { throw damage }
    }

    deinit { postcard_planes_free(planes) }

    func row(_ y: Int, from x: Int, into row: UnsafeMutablePointer<Int32>, count: Int) {
        row.withMemoryRebound(to: UInt32.self, capacity: count) { postcard_planes_row(planes, x, y, $0, count) }
    }
}

extension HEIFItems {
    /// Returns the memory in bytes that decoding an item takes for each pixel. The values were measured with libaom 3.6 and libheif 1.15.
    /// libaom takes 12 bytes for block data, in addition to the samples. If samples have more than 8 bits or the picture has no color,
    /// libheif has two copies of the samples, with 16 bits each.
    func bytesPerPixel(of item: Int) -> Int {
        guard type(of: item) == "av01", let start = property("av1C", of: item)?.content.lowerBound,
            let kind = boxes.reader.byte(at: start + 2)
        else { return 16 }
        guard kind & 0x50 != 0 else { return kind & 0x0C == 0x0C ? 16 : 18 }
        // 4:2:0, 4:2:2 or 4:4:4.
        return kind & 0x0C == 0x0C ? 22 : kind & 0x08 != 0 ? 26 : 32
    }

    /// Returns the color property with code points, not the color property with a profile, because code points include the matrix.
    func codePoints(of item: Int) -> HEIFBoxes.Box? {
        properties(of: item).first { $0.name == "colr" && boxes.reader.has("nclx", at: $0.content.lowerBound) }
    }
}
