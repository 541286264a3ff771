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
