/// A Windows icon or cursor ("The format of icon resources", Microsoft). As in browsers, the largest picture is decoded; among pictures of
/// the same size, the picture with the most colors.
struct ICOFile: ImageFile {
    private let picture: any ImageFile
    let header: ImageHeader

    /// True if the directory's first entry is plausible: sides and colors, a reserved 0, two shorts, length and offset.
    static func isLikely(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let reader = ByteReader(bytes, bigEndian: false)
        guard reader.uint16(at: 0) == 0, let kind = reader.uint16(at: 2), kind == 1 || kind == 2,
            let count = reader.uint16(at: 4), count > 0, reader.byte(at: 9) == 0,
            let length = reader.uint32(at: 14), let offset = reader.uint32(at: 18)
        else { return false }
        return length >= 40 && offset >= 6 + 16 * count
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        let reader = ByteReader(bytes, bigEndian: false)
        var best = (area: 0, bits: -1, entry: 0)
        for index in 0..<(reader.uint16(at: 4) ?? 0) {
            let entry = 6 + 16 * index
            guard let width = reader.byte(at: entry), let height = reader.byte(at: entry + 1),
                let bits = reader.uint16(at: entry + 6)
            else { break }
            let area = (width == 0 ? 256 : width) * (height == 0 ? 256 : height)
            // In cursors, this field is a position.
            let depth = reader.uint16(at: 2) == 1 ? bits : 0
            if (area, depth) > (best.area, best.bits) { best = (area, depth, entry) }
        }
        guard let length = reader.uint32(at: best.entry + 8), let offset = reader.uint32(at: best.entry + 12),
            offset < bytes.count
        else { throw .truncated("The ICO file ends after \(bytes.count) bytes, before its picture.") }
        let data = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + min(length, bytes.count - offset)])
        if ByteReader(data).has("\u{89}PNG", at: 0) || ImageFormat(sniffing: data.bytes) == .png {
            picture = try PNGFile(data)
        } else {
            picture = try IconBitmap(data)
        }
        header = ImageHeader(
            format: .ico, storedSize: picture.header.storedSize, metadata: picture.header.metadata)
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try picture.reader(wanted: wanted, options: options)
    }
}

/// A bitmap in an icon: the colors, followed by one bit per pixel, which is 1 if the pixel is transparent.
private struct IconBitmap: ImageFile {
    private let bitmap: BMPFile
    var header: ImageHeader { bitmap.header }

    init(_ data: UnsafeRawBufferPointer) throws(ImageError) {
        bitmap = try BMPFile(icon: data)
        guard bitmap.compression == .none || bitmap.compression == .bitFields, !bitmap.isTopDown else {
            throw .unsupported("The picture in this ICO file uses a compression method that is not allowed in icons.")
        }
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let colors = try bitmap.reader(wanted: wanted, options: options)
        let buffer = try PixelBuffer(header.storedSize)
        for y in 0..<buffer.size.height {
            try ImageWork.checkpoint(row: y, width: buffer.size.width)
            try colors.read(y, into: buffer.row(y))
        }
        addAlpha(to: buffer)
        var failure: ImageError?
        do throws(ImageError) { try colors.finish() } catch { failure = error }
        return BufferReader(buffer: buffer, layout: .alpha, failure: failure)
    }

    /// Sets the alpha of the pixels: the fourth byte of each pixel if any of these bytes is not 0, otherwise the bits after the colors.
    /// Icons without these bits are opaque.
    private func addAlpha(to buffer: PixelBuffer) {
        let (width, height) = (buffer.size.width, buffer.size.height)
        func rows(at offset: Int, _ stride: Int) -> [UnsafeRawBufferPointer?] {
            (0..<height).reversed().map { bitmap.bytes.slice(at: offset + $0 * stride, count: stride) }
        }
        let colors = rows(at: bitmap.pixelOffset, bitmap.stride)
        let hasAlphaBytes =
            bitmap.bitCount == 32
            && colors.contains { row in row.map { row in (0..<width).contains { row[4 * $0 + 3] != 0 } } ?? false }
        let masks = rows(at: bitmap.pixelOffset + bitmap.stride * height, (width + 31) / 32 * 4)
        for y in 0..<height {
            let row = buffer.row(y)
            if hasAlphaBytes {
                guard let bytes = colors[y] else { continue }
                for x in 0..<width {
                    row[x] = row[x] & GDPixel.opaqueMask | GDPixel.transparency(ofAlpha: bytes[4 * x + 3]) << 24
                }
            } else if let mask = masks[y] {
                for x in 0..<width where mask[x >> 3] >> UInt8(7 - x & 7) & 1 == 1 { row[x] = 127 << 24 }
            }
        }
    }
}
