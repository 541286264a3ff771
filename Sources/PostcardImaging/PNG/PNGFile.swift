import PostcardCore

/// A PNG file (W3C PNG, section 5), as far as it can be read without inflating anything.
struct PNGFile: ImageFile {
    /// The number of chunks that are read between two checkpoints.
    private static let chunksOfAStep = 1024

    private let bytes: UnsafeRawBufferPointer
    private let chunks: PNGHeaderChunks
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        let reader = ByteReader(bytes)
        guard bytes.count >= 33, let width = reader.uint32(at: 16), let height = reader.uint32(at: 20) else {
            throw .truncated("The PNG file ends after \(bytes.count) bytes, before the start of its picture.")
        }
        guard reader.has("IHDR", at: 12), 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
            throw .damaged("The PNG file does not state the size of its picture.")
        }
        var chunks = PNGHeaderChunks(header: bytes)
        var offset = 33
        var count = 0
        while let length = reader.uint32(at: offset) {
            count += 1
            if count % Self.chunksOfAStep == 0 { try ImageWork.checkpoint() }
            chunks.read(reader, at: offset, length: length)
            offset += 12 + length
        }
        self.chunks = chunks
        header = ImageHeader(
            format: .png, storedSize: PixelSize(width: width, height: height), metadata: chunks.metadata(reader))
    }

    var mayBeAnimated: Bool { PNGFrames.isAnimation(ByteReader(bytes)) }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        if chunks.framesFollowPicture,
            let frame = try PNGFrames.firstFrame(of: bytes, canvas: header.storedSize, options: options)
        {
            return frame
        }
        let reader = try PNGReader(
            bytes, size: header.storedSize, hasAlpha: chunks.hasAlpha, colors: chunks.colors, cut: chunks.cut,
            recovers: options.toleratesDamage)
        guard let offset = chunks.inflatableOffset else { return reader }
        return InflatedPNGReader(bytes, dataOffset: offset, fallback: reader) ?? reader
    }
}

/// The information in the chunks of a PNG file that is read before the pixels.
struct PNGHeaderChunks {
    /// True if the color type has alpha, or a tRNS chunk assigns alpha to some colors.
    private(set) var hasAlpha: Bool
    /// The truncated chunk of pixels, if any.
    private(set) var cut: (offset: Int, length: Int)?
    private var dataOffset: Int?
    /// True after an acTL chunk, unless a frame precedes the pixels.
    private var hidesPicture = false
    /// True for an animation whose first frame follows a picture for programs that do not support animations.
    private(set) var framesFollowPicture = false
    /// True for 8-bit color that is not interlaced.
    private var isSimple: Bool
    private var codePoints: (primaries: Int, transfer: Int)?
    /// The peak values of the picture and its mastering display, in units of 1/10,000 candela per square meter.
    private var brightest: Int?
    private var displayPeak: Int?
    private var primaries: RGBPrimaries?
    private var gamma: Int?
    private var hasMoreThanGamma = false
    private var exif: UnsafeRawBufferPointer?
    private var xmp: UnsafeRawBufferPointer?
    private var rawProfileOffset: Int?
    /// The offset of the first text chunk with each known keyword.
    private var texts: [Int] = []
    private var codedXMP: Int?
    private static let maximumTexts = 16

    /// `bytes` contains the IHDR chunk, which is always the first chunk.
    init(header bytes: UnsafeRawBufferPointer) {
        hasAlpha = bytes[25] & 4 != 0
        isSimple = bytes[24] == 8 && bytes[25] & 0xFB == 2 && bytes[26] == 0 && bytes[27] == 0 && bytes[28] == 0
    }

    /// Reads the chunk at `offset`.
    mutating func read(_ reader: ByteReader, at offset: Int, length: Int) {
        let content = offset + 8
        switch reader.slice(at: offset + 4, count: 4).map({ String(decoding: $0, as: UTF8.self) }) {
        case "IDAT":
            dataOffset = dataOffset ?? offset
            let available = reader.count - content
            if available < length { cut = (offset, available) }
        case "acTL" where dataOffset == nil: hidesPicture = true
        case "fcTL" where dataOffset == nil: hidesPicture = false
        case "fcTL": framesFollowPicture = hidesPicture
        case "eXIf": exif = exif ?? reader.slice(at: content, count: length)
        case "tRNS": (hasAlpha, isSimple) = (true, false)
        case "gAMA": gamma = gamma ?? reader.uint32(at: content)
        case "cHRM" where length == 32: primaries = primaries ?? Self.primaries(reader, at: content)
        case "sRGB", "iCCP": hasMoreThanGamma = true
        case "cICP" where length == 4 && reader.byte(at: content + 2) == 0:
            guard let first = reader.byte(at: content), let second = reader.byte(at: content + 1) else { return }
            codePoints = codePoints ?? (first, second)
        case "cLLI" where length == 8 && dataOffset == nil: brightest = brightest ?? reader.uint32(at: content)
        case "mDCV" where length == 24 && dataOffset == nil:
            displayPeak = displayPeak ?? reader.uint32(at: content + 16)
        case "tEXt", "zTXt", "iTXt": read(text: reader, at: offset, length: length)
        default: break
        }
    }

    /// Records the offset of a text chunk. If several chunks have the same keyword, only the first is used, even if it is broken, because
    /// each chunk would take time.
    private mutating func read(text reader: ByteReader, at offset: Int, length: Int) {
        let content = offset + 8
        if reader.has("XML:com.adobe.xmp\0", at: content) {
            // The XMP specification (part 3) requires uncompressed text without a language or a translated keyword. Other forms are decoded
            // later.
            if length > 22, reader.has("\0\0\0\0\0", at: content + 17) {
                xmp = reader.slice(at: content + 22, count: length - 22)
            } else {
                codedXMP = codedXMP ?? offset
            }
        } else if PNGRawProfile.isNamed(reader, at: offset) {
            rawProfileOffset = rawProfileOffset ?? offset
        } else if texts.count < Self.maximumTexts,
            let keyword = PNGText.keyword(reader, at: offset, length: length), Metadata.keywordsOfPNG.contains(keyword)
        {
            texts.append(offset)
        }
    }

    func metadata(_ reader: ByteReader) -> Metadata {
        let packet = xmp.map { Array($0) } ?? codedXMP.flatMap { PNGText(reader, at: $0)?.bytes } ?? []
        var metadata = packet.withUnsafeBytes { packet in
            let xmp = packet.isEmpty ? nil : packet
            guard exif == nil, let profile = rawProfileOffset.flatMap({ PNGRawProfile(reader, at: $0)?.exif }) else {
                return Metadata(exif: exif, xmp: xmp)
            }
            var metadata = profile.withUnsafeBytes { Metadata(exif: $0, xmp: xmp) }
            // The orientation is read only from the eXIf chunk, as in browsers.
            metadata.orientation = .up
            return metadata
        }
        metadata.fillGaps(from: texts.compactMap { PNGText(reader, at: $0) })
        return metadata
    }

    /// The offset of the first chunk of pixels if `InflatedPNGReader` can read the picture.
    var inflatableOffset: Int? {
        isSimple && (gamma == nil || hasMoreThanGamma || colors != nil) ? dataOffset : nil
    }

    /// The color space that is converted without libpng: from a cICP chunk, or from gAMA and cHRM chunks. The order of precedence follows
    /// the PNG specification, third edition, section 4.3. Primaries are used only with a gamma, as in Chromium. sRGB primaries are left to
    /// libpng together with the gamma.
    var colors: RGBColorSpace? {
        if let codePoints {
            let peak = [brightest, displayPeak].lazy.compactMap { $0 }.map { $0 / 10_000 }.first { $0 > 0 }
            if let space = RGBColorSpace(primaries: codePoints.primaries, transfer: codePoints.transfer, peak: peak) {
                return space
            }
        }
        guard !hasMoreThanGamma, let gamma, gamma > 0, let primaries, !primaries.isNearlyEqual(to: .bt709) else {
            return nil
        }
        return RGBColorSpace(primaries: primaries, transfer: .power(100_000 / Double(gamma)))
    }

    /// Returns white, red, green and blue, which are stored in units of 1/100,000.
    private static func primaries(_ reader: ByteReader, at offset: Int) -> RGBPrimaries? {
        let numbers = (0..<8).compactMap { reader.uint32(at: offset + 4 * $0) }.map { Double($0) / 100_000 }
        guard numbers.count == 8 else { return nil }
        let points = (0..<4).map { SIMD2(numbers[2 * $0], numbers[2 * $0 + 1]) }
        return RGBPrimaries(points[1], points[2], points[3], white: points[0])
    }
}
