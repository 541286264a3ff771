/// A PNG file (W3C PNG, section 5), as far as it is known without inflating anything.
struct PNGFile: ImageFile {
    struct Cut {
        let offset: Int
        let length: Int
    }

    private let bytes: UnsafeRawBufferPointer
    let header: ImageHeader
    /// Whether the colour type has alpha or a tRNS chunk gives some colours one.
    private let hasAlpha: Bool
    /// The chunk of pixels that the file does not have all of.
    private var cut: Cut?
    /// The first chunk of pixels, when the picture is one for `InflatedPNGReader`.
    private let inflatableOffset: Int?
    /// What a cICP chunk says, when it is light coded as in sRGB.
    private let primaries: RGBPrimaries?

    /// IEC 61966-2-1 in table 3 of ITU-T H.273.
    private static let sRGBTransfer = 13

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
        var primaries: RGBPrimaries?
        var hasAlpha = bytes[25] & 4 != 0
        var isUsual = bytes[24] == 8 && bytes[25] & 0xFB == 2 && bytes[26] == 0 && bytes[27] == 0 && bytes[28] == 0
        var hasGamma = false
        var saysMoreThanGamma = false
        var dataOffset: Int?
        var offset = 33
        while let length = reader.uint32(at: offset) {
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
                hasGamma = true
            } else if reader.has("sRGB", at: offset + 4) || reader.has("iCCP", at: offset + 4) {
                saysMoreThanGamma = true
            } else if reader.has("cICP", at: offset + 4), reader.byte(at: offset + 9) == PNGFile.sRGBTransfer {
                primaries = reader.byte(at: offset + 8).flatMap(RGBPrimaries.init(codePoint:))
            } else if reader.has("iTXtXML:com.adobe.xmp\0\0\0\0\0", at: offset + 4), length > 22 {
                // Uncompressed, without language or translated keyword, as the XMP specification (part 3) wants it.
                xmp = reader.slice(at: offset + 8 + 22, count: length - 22)
            }
            offset += 12 + length
        }
        self.hasAlpha = hasAlpha
        self.primaries = primaries
        inflatableOffset = isUsual && (!hasGamma || saysMoreThanGamma) ? dataOffset : nil
        header = ImageHeader(
            format: .png, storedSize: PixelSize(width: width, height: height), metadata: Metadata(exif: exif, xmp: xmp))
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let reader = try PNGReader(
            bytes, size: header.storedSize, hasAlpha: hasAlpha, primaries: primaries, cut: cut,
            recovers: options.recover)
        guard let inflatableOffset else { return reader }
        return InflatedPNGReader(
            bytes, dataOffset: inflatableOffset, size: header.storedSize, hasAlpha: hasAlpha,
            colorSpace: reader.colorSpace) ?? reader
    }
}
