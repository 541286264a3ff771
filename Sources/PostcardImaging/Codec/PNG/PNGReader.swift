internal import CPostcardShims

/// libpng, one row at a time into libgd's form.
final class PNGReader: RowReader {
    private let decoder: OpaquePointer
    let size: PixelSize
    let isOpaque: Bool
    let passes: Int
    private var rowsRead = 0

    /// - Parameter bytes: must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer, chunks: PNGChunks) throws(ImageError) {
        guard
            let decoder = postcard_png_decoder_create(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        else { throw .outOfMemory("There is not enough memory to read the PNG file.") }
        self.decoder = decoder
        size = chunks.header.storedSize
        isOpaque = !chunks.hasAlpha
        let isStarted = postcard_png_decoder_start(decoder)
        passes = isStarted ? Int(postcard_png_decoder_passes(decoder)) : 1
        try check(isStarted)
    }

    deinit { postcard_png_decoder_destroy(decoder) }

    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        if rowsRead >= size.height { GDPixel.unpackAlpha(row, to: row, count: size.width) }
        try check(postcard_png_decoder_read(decoder, UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt8.self)))
        GDPixel.packAlpha(row, count: size.width)
        rowsRead += 1
    }

    func finish() throws(ImageError) {
        try check(postcard_png_decoder_finish(decoder))
    }

    private func check(_ isGood: Bool) throws(ImageError) {
        guard !isGood else { return }
        let text = postcard_png_decoder_error(decoder).map { String(cString: $0) } ?? "unknown error"
        let place = passes == 1 && rowsRead > 0 ? " after row \(rowsRead) of \(size.height)" : ""
        throw postcard_png_decoder_reached_end(decoder)
            ? .truncated("The PNG file ends early\(place). Copy it again from where it came.")
            : .damaged("The PNG file is damaged\(place): \(text).")
    }
}
