internal import CPostcardShims

/// libtiff, one row or one band of strips or tiles at a time.
final class TIFFReader: RowReader {
    private let file: OpaquePointer
    private let info: postcard_tiff_info
    private let byteCount: Int
    /// Rows that were decoded together.
    private let band: PixelBuffer
    private var rowsRead = 0
    let size: PixelSize
    let layout: PixelLayout
    let isGray: Bool
    let colorSpace: ColorSpace
    var isOpaque: Bool { layout != .alpha }

    /// - Parameter bytes: must outlive the reader.
    init(
        _ bytes: UnsafeRawBufferPointer, size: PixelSize, isGray: Bool, colorSpace: ColorSpace
    ) throws(ImageError) {
        var file: OpaquePointer?
        var info = postcard_tiff_info()
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_tiff_open(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, Int32(size.width),
                Int32(size.height), &file, &info, message)
        }
        if let failure = TIFFReader.failure(bytes.count).error(status, message) { throw failure }
        guard let file else { throw .outOfMemory("There is not enough memory to read the TIFF file.") }
        do throws(ImageError) {
            band = try PixelBuffer(PixelSize(width: size.width, height: min(size.height, Int(info.band_rows))))
        } catch {
            postcard_tiff_close(file)
            throw error
        }
        self.file = file
        self.info = info
        self.size = size
        self.isGray = isGray
        self.colorSpace = colorSpace
        byteCount = bytes.count
        layout = info.samples == 4 ? .cmyk : info.has_alpha ? .alpha : .opaque
    }

    deinit { postcard_tiff_close(file) }

    private static func failure(_ byteCount: Int) -> LibraryFailure {
        LibraryFailure(format: .tiff, library: "libtiff", byteCount: byteCount)
    }

    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let bandRow = rowsRead % band.size.height
        if bandRow == 0 { try readBand() }
        if info.samples > 0 {
            unpack(band.bytes, to: row)
        } else {
            convert(band.row(bandRow), to: row)
        }
        rowsRead += 1
    }

    private func readBand() throws(ImageError) {
        let count = min(band.size.height, size.height - rowsRead)
        var status = postcard_status_damaged
        let message = CodecOutput.message { message in
            status = postcard_tiff_read(file, band.bytes, Int32(count), message)
        }
        let rows = (rowsRead, of: size.height)
        if let failure = TIFFReader.failure(byteCount).error(status, message, rows: rows) { throw failure }
    }

    /// Samples as stored.
    private func unpack(_ samples: UnsafePointer<UInt8>, to row: UnsafeMutablePointer<Int32>) {
        switch info.samples {
        case 1:
            let inversion: Int32 = info.is_inverted ? 255 : 0
            for x in 0..<size.width { row[x] = (Int32(samples[x]) ^ inversion) * 0x01_0101 }
        case 3:
            for x in 0..<size.width {
                let pixel = samples + 3 * x
                row[x] = Int32(pixel[0]) << 16 | Int32(pixel[1]) << 8 | Int32(pixel[2])
            }
        default:
            for x in 0..<size.width { row[x] = ~band.pixels[x] }
        }
    }

    /// R, G, B, A bytes.
    private func convert(_ pixels: UnsafePointer<Int32>, to row: UnsafeMutablePointer<Int32>) {
        for x in 0..<size.width {
            let bits = UInt32(bitPattern: pixels[x])
            row[x] = Int32(bitPattern: bits & 0xFF00_FF00 | bits << 16 & 0x00FF_0000 | bits >> 16 & 0xFF)
        }
        if info.has_alpha { Premultiplication.undo(row, count: size.width) }
        GDPixel.packAlpha(row, count: size.width)
    }
}
