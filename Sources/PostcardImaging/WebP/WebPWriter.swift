import CPostcardShims

/// libwebp from libgd rows.
enum WebPWriter {
    /// Sides that a WebP file can have (RFC 9649, section 3.4).
    private static let maximumSide = 16_383

    /// `quality` is 0 to 100; `nil` for lossless.
    static func bytes(of image: Image, quality: Int?, exif: [UInt8]) throws(ImageError) -> [UInt8] {
        try check(image.size)
        let buffer = try PixelBuffer(image.size)
        image.withRows { rows in
            for y in 0..<image.size.height {
                GDPixel.unpackAlpha(rows[y], to: buffer.row(y), count: image.size.width)
            }
        }
        let picture = try CodecOutput.bytes(of: "WebP") { message in
            postcard_webp_encode(
                buffer.bytes, Int32(image.size.width), Int32(image.size.height), !image.isOpaque, Int32(quality ?? -1),
                continuesWork, message)
        }
        return exif.isEmpty ? picture : extended(picture, image, exif)
    }

    static func check(_ size: PixelSize) throws(ImageError) {
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw ImageError(
                .encodingFailed, "A WebP picture has at most \(maximumSide) pixels a side; this one has \(size).")
        }
    }

    /// A file with an EXIF chunk behind the picture, which needs the extended header (RFC 9649, section 2.7).
    private static func extended(_ picture: [UInt8], _ image: Image, _ exif: [UInt8]) -> [UInt8] {
        let hasEXIF: UInt8 = 0x08
        var flags: UInt8 = hasEXIF | (image.isOpaque ? 0 : 0x10)
        var chunks = picture.dropFirst(12)
        if chunks.starts(with: "VP8X".utf8) {
            flags = hasEXIF | picture[20]
            chunks = chunks.dropFirst(18)
        }
        return WebPFrames.file(size: image.size, flags: flags, chunks: chunks + chunk("EXIF", exif))
    }

    /// A chunk, padded to an even length.
    static func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        var chunk = Array(name.utf8)
        chunk.append(littleEndian: payload.count, count: 4)
        return chunk + payload + (payload.count & 1 == 1 ? [0] : [])
    }
}

/// Writes a WebP file that moves, frame by frame: each holds only the rectangle that changes, and replaces what is there.
struct WebPAnimationWriter {
    private let size: PixelSize
    private let loopCount: Int?
    /// `nil` for lossless.
    private let quality: Int?
    private let exif: [UInt8]
    private var shown: Image?
    private var isOpaque = true
    private var count = 0
    private var body: [UInt8] = []

    init(size: PixelSize, loopCount: Int?, quality: Int?, exif: [UInt8]) throws(ImageError) {
        try WebPWriter.check(size)
        self.size = size
        self.loopCount = loopCount
        self.quality = quality
        self.exif = exif
    }

    /// `delay` is in milliseconds.
    mutating func append(_ image: Image, delay: Int) throws(ImageError) {
        guard image.size == size else {
            throw ImageError(
                .encodingFailed,
                "A picture of \(image.size) pixels does not fit an animation of \(size). Resize it first.")
        }
        let area = changedArea(of: image)
        shown = image
        count += 1
        let part = try image.cropped(to: area)
        isOpaque = isOpaque && part.isOpaque
        let chunks = try coded(part)
        body += Array("ANMF".utf8)
        body.append(littleEndian: 16 + chunks.count, count: 4)
        for number in [area.x / 2, area.y / 2, area.width - 1, area.height - 1, min(0xFF_FFFF, max(0, delay))] {
            body.append(littleEndian: number, count: 3)
        }
        // Neither disposed of nor blended.
        body.append(2)
        body += chunks
    }

    /// The chunks of a picture.
    private func coded(_ part: Image) throws(ImageError) -> ArraySlice<UInt8> {
        var file = try WebPWriter.bytes(of: part, quality: quality, exif: [])
        if quality != nil, part.hasFewColors {
            let lossless = try WebPWriter.bytes(of: part, quality: nil, exif: [])
            if lossless.count < file.count { file = lossless }
        }
        // Behind the header, which says again how large the picture is.
        return file.dropFirst(file[12..<16].elementsEqual("VP8X".utf8) ? 30 : 12)
    }

    /// The rectangle in which a picture is not as the one before, its left and top even; all of the first picture, and a pixel of one
    /// that is the same.
    private func changedArea(of image: Image) -> PixelRect {
        guard let shown else { return PixelRect(x: 0, y: 0, width: size.width, height: size.height) }
        var (left, right) = (size.width, -1)
        var (top, bottom) = (size.height, -1)
        image.withRows { new in
            shown.withRows { old in
                for y in 0..<size.height where new[y] != old[y] {
                    guard let first = (0..<size.width).first(where: { new[y][$0] != old[y][$0] }) else { continue }
                    let last = (first..<size.width).last { new[y][$0] != old[y][$0] } ?? first
                    (left, right) = (min(left, first), max(right, last))
                    (top, bottom) = (min(top, y), y)
                }
            }
        }
        guard bottom >= 0 else { return PixelRect(x: 0, y: 0, width: 1, height: 1) }
        (left, top) = (left & ~1, top & ~1)
        return PixelRect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
    }

    consuming func finish() throws(ImageError) -> [UInt8] {
        guard let shown else { throw ImageError(.encodingFailed, "An animation needs at least one picture.") }
        if count == 1 { return try WebPWriter.bytes(of: shown, quality: quality, exif: exif) }
        // The number of times in all, of which 0 stands for without end, after a transparent background.
        let plays = loopCount.map { $0 == 0 ? 0 : min(65_535, max(0, $0) + 1) } ?? 1
        var chunks = Array("ANIM".utf8) + [6, 0, 0, 0, 0, 0, 0, 0]
        chunks.append(littleEndian: plays, count: 2)
        chunks += body
        if !exif.isEmpty { chunks += WebPWriter.chunk("EXIF", exif) }
        return WebPFrames.file(
            size: size, flags: 0x02 | (isOpaque ? 0 : 0x10) | (exif.isEmpty ? 0 : 0x08), chunks: chunks)
    }
}

extension Image {
    /// `true` if the picture has no more colours than a GIF can have and some for the edges of letters.
    fileprivate var hasFewColors: Bool {
        var colors: Set<Int32> = []
        return withRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width where x == 0 || rows[y][x] != rows[y][x - 1] {
                    if colors.insert(rows[y][x]).inserted, colors.count > 512 { return false }
                }
            }
            return true
        }
    }
}
