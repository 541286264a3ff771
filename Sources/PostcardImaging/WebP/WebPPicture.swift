import CCodecs

/// A still image in a WebP file, and its position on the canvas.
struct WebPPicture {
    /// The chunks of the picture.
    let data: UnsafeRawBufferPointer
    let rect: PixelRect
    /// False for truncated data: libwebp reads zeros after the end of lossless data.
    let isComplete: Bool
    let profile: [UInt8]?
    /// The length of the file.
    let byteCount: Int

    var size: PixelSize { rect.size }

    /// Decodes the picture at `size`, which may be smaller than the picture only if the picture fills the canvas.
    func reader(size: PixelSize, canvas: PixelSize, recovers: Bool) throws(ImageError) -> BufferReader {
        let buffer = try PixelBuffer(size)
        var rows: Int32 = 0
        let status = postcard_webp_decode(
            data.start, data.count, size != self.size, buffer.bytes, Int32(size.width), Int32(size.height), &rows)
        let isReported = status == postcard_status_ok || status == postcard_status_damaged
        let storedRows = Int(rows) * rect.height / size.height
        let failure = LibraryFailure(format: .webp, library: "libwebp", byteCount: byteCount)
            .error(
                !isComplete && isReported ? postcard_status_truncated : status,
                rows: storedRows < rect.height ? (storedRows, of: rect.height) : nil)
        if let failure, !recovers || ![.damaged, .truncated].contains(failure.code) { throw failure }
        let isOpaque = buffer.packAlpha()
        let placed = self.size == canvas ? buffer : try onCanvas(canvas, buffer)
        return BufferReader(
            buffer: placed, layout: isOpaque && placed === buffer ? .opaque : .alpha,
            colorSpace: profile.map(ColorSpace.profile) ?? .standard,
            readableRows: rect.y + Int(rows), failure: failure)
    }

    /// Returns the size at which to decode. libwebp averages whole squares of pixels during decoding, which takes less memory and time. In
    /// each direction, at least two pixels per result pixel are left for the requested filter.
    static func reducedSize(of size: PixelSize, wanted: PixelSize) -> PixelSize {
        let factor = min(size.width / max(1, 2 * wanted.width), size.height / max(1, 2 * wanted.height))
        guard factor > 1 else { return size }
        return PixelSize(width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
    }

    private func onCanvas(_ canvas: PixelSize, _ buffer: PixelBuffer) throws(ImageError) -> PixelBuffer {
        let result = try PixelBuffer(canvas)
        result.pixels.update(repeating: 127 << 24, count: canvas.area)
        for y in 0..<rect.height {
            (result.row(rect.y + y) + rect.x).update(from: buffer.row(y), count: rect.width)
        }
        return result
    }
}
