/// A PNG file (W3C PNG, section 5), as far as it is known without inflating anything.
struct PNGFile: ImageFile {
    struct Cut {
        let offset: Int
        let length: Int
    }

    /// Chunks that are looked at between two checkpoints.
    private static let chunksOfAStep = 1024

    private let bytes: UnsafeRawBufferPointer
    let header: ImageHeader
    /// `true` if the colour type has alpha or a tRNS chunk gives some colours one.
    private let hasAlpha: Bool
    /// The chunk of pixels that the file does not have all of.
    private var cut: Cut?
    /// The first chunk of pixels, when the picture is one for `InflatedPNGReader`.
    private let inflatableOffset: Int?
    /// The colour space, where libpng is not asked: by a cICP chunk, or by gAMA and cHRM chunks.
    private let colors: RGBColorSpace?

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        let reader = ByteReader(bytes)
        guard bytes.count >= 33, let width = reader.uint32(at: 16), let height = reader.uint32(at: 20) else {
            throw .truncated("The PNG file ends after \(bytes.count) bytes, before its picture begins.")
        }
        guard reader.has("IHDR", at: 12), 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
            throw .damaged("The PNG file does not say how large its picture is.")
        }
        var exif: UnsafeRawBufferPointer?
        var xmp: UnsafeRawBufferPointer?
        var rawProfileOffset: Int?
        var codePoints: RGBColorSpace?
        var primaries: RGBPrimaries?
        var gamma: Int?
        var hasAlpha = bytes[25] & 4 != 0
        var isUsual = bytes[24] == 8 && bytes[25] & 0xFB == 2 && bytes[26] == 0 && bytes[27] == 0 && bytes[28] == 0
        var saysMoreThanGamma = false
        var dataOffset: Int?
        var offset = 33
        var chunkCount = 0
        while let length = reader.uint32(at: offset) {
            chunkCount += 1
            if chunkCount % Self.chunksOfAStep == 0 { try ImageWork.checkpoint() }
            if reader.has("IDAT", at: offset + 4) {
                dataOffset = dataOffset ?? offset
                let available = bytes.count - offset - 8
                if available < length { cut = Cut(offset: offset, length: available) }
            } else if reader.has("eXIf", at: offset + 4) {
                exif = exif ?? reader.slice(at: offset + 8, count: length)
            } else if reader.has("tRNS", at: offset + 4) {
                hasAlpha = true
                isUsual = false
            } else if reader.has("gAMA", at: offset + 4) {
                gamma = gamma ?? reader.uint32(at: offset + 8)
            } else if reader.has("cHRM", at: offset + 4), length == 32 {
                primaries = primaries ?? PNGFile.primaries(reader, at: offset + 8)
            } else if reader.has("sRGB", at: offset + 4) || reader.has("iCCP", at: offset + 4) {
                saysMoreThanGamma = true
            } else if reader.has("cICP", at: offset + 4), length == 4, reader.byte(at: offset + 10) == 0,
                let first = reader.byte(at: offset + 8), let second = reader.byte(at: offset + 9)
            {
                codePoints = codePoints ?? RGBColorSpace(primaries: first, transfer: second)
            } else if reader.has("tEXt", at: offset + 4) || reader.has("zTXt", at: offset + 4) {
                // Of several, even broken ones, the first counts: each would take time.
                if rawProfileOffset == nil, PNGRawProfile.isNamed(reader, at: offset) { rawProfileOffset = offset }
            } else if reader.has("iTXtXML:com.adobe.xmp\0\0\0\0\0", at: offset + 4), length > 22 {
                // Uncompressed, without language or translated keyword, as the XMP specification (part 3) wants it.
                xmp = reader.slice(at: offset + 8 + 22, count: length - 22)
            }
            offset += 12 + length
        }
        self.hasAlpha = hasAlpha
        // The order of precedence of the PNG specification, third edition, section 4.3.
        colors = codePoints ?? (saysMoreThanGamma ? nil : PNGFile.colors(gamma, primaries))
        inflatableOffset = isUsual && (gamma == nil || saysMoreThanGamma || colors != nil) ? dataOffset : nil
        var metadata = Metadata(exif: exif, xmp: xmp)
        if exif == nil, let rawProfile = rawProfileOffset.flatMap({ PNGRawProfile(reader, at: $0)?.exif }) {
            metadata = rawProfile.withUnsafeBytes { Metadata(exif: $0, xmp: xmp) }
            // Only the chunk made for it turns a picture, as in browsers.
            metadata.orientation = .up
        }
        header = ImageHeader(format: .png, storedSize: PixelSize(width: width, height: height), metadata: metadata)
    }

    /// White, red, green and blue in parts of 100,000.
    private static func primaries(_ reader: ByteReader, at offset: Int) -> RGBPrimaries? {
        let numbers = (0..<8).compactMap { reader.uint32(at: offset + 4 * $0) }.map { Double($0) / 100_000 }
        guard numbers.count == 8 else { return nil }
        let points = (0..<4).map { SIMD2(numbers[2 * $0], numbers[2 * $0 + 1]) }
        return RGBPrimaries(points[1], points[2], points[3], white: points[0])
    }

    /// Primaries count only beside a gamma, as in Chromium; those of sRGB are left to libpng with the gamma.
    private static func colors(_ gamma: Int?, _ primaries: RGBPrimaries?) -> RGBColorSpace? {
        guard let gamma, gamma > 0, let primaries, !primaries.isLike(.bt709) else { return nil }
        return RGBColorSpace(primaries: primaries, transfer: .power(100_000 / Double(gamma)))
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let reader = try PNGReader(
            bytes, size: header.storedSize, hasAlpha: hasAlpha, colors: colors, cut: cut,
            recovers: options.recover)
        guard let inflatableOffset else { return reader }
        return InflatedPNGReader(bytes, dataOffset: inflatableOffset, fallback: reader) ?? reader
    }
}
