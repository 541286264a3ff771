import CCodecs

/// Reads TIFF files with libtiff, one row at a time, or one band of strips or tiles if libtiff converts them.
final class TIFFReader: RowReader {
    private let file: OpaquePointer
    private let info: postcard_tiff_info
    private let byteCount: Int
    private let recovers: Bool
    private let samples: TIFFSamples
    /// Rows that were decoded together.
    private let band: UnsafeMutableRawPointer
    /// The samples of one row, converted to bytes; `nil` if the file stores them as bytes.
    private let levels: UnsafeMutablePointer<UInt8>?
    /// The colors of the palette as libgd pixels.
    private let palette: [Int32]
    /// The first damage that was tolerated.
    private var failure: ImageError?
    let size: PixelSize
    let layout: PixelLayout
    let isGray: Bool
    let colorSpace: ColorSpace

    /// `bytes` must outlive the reader. `directory` is the offset of the picture's directory. The pixel limit assumes 32 bits per pixel.
    init(
        _ bytes: UnsafeRawBufferPointer, directory: Int, size: PixelSize, isGray: Bool, colorSpace: ColorSpace,
        options: DecodingOptions
    ) throws(ImageError) {
        var file: OpaquePointer?
        var info = postcard_tiff_info()
        let sampleBytes = options.limits.pixels.multipliedReportingOverflow(by: 4)
        try TIFFReader.failure(bytes.count).check { message in
            postcard_tiff_open(
                bytes.start, bytes.count, directory, Int32(size.width), Int32(size.height),
                sampleBytes.overflow ? .max : sampleBytes.partialValue, options.toleratesDamage, &file, &info, message)
        }
        guard let file, let band = calloc(info.band_bytes, 1) else {
            if let file { postcard_tiff_close(file) }
            throw .outOfMemory("Not enough memory to read the TIFF file.")
        }
        self.file = file
        self.info = info
        self.band = band
        self.size = size
        self.isGray = isGray
        self.colorSpace = colorSpace
        recovers = options.toleratesDamage
        byteCount = bytes.count
        samples = TIFFSamples(
            bits: Int(info.bits), isSigned: info.is_signed, isFloat: info.is_float, isLinear: colorSpace == .standard,
            isIndex: info.palette.0 != nil)
        levels =
            info.samples == 0 || samples.areBytes
            ? nil : UnsafeMutablePointer<UInt8>.allocate(capacity: size.width * Int(info.samples))
        palette = TIFFReader.palette(info)
        layout = info.colors == 4 ? .cmyk : info.has_alpha ? .alpha : .opaque
    }

    deinit {
        postcard_tiff_close(file)
        free(band)
        levels?.deallocate()
    }

    private static func failure(_ byteCount: Int) -> LibraryFailure {
        LibraryFailure(format: .tiff, library: "libtiff", byteCount: byteCount)
    }

    private static func palette(_ info: postcard_tiff_info) -> [Int32] {
        guard let red = info.palette.0, let green = info.palette.1, let blue = info.palette.2 else { return [] }
        let count = 1 << Int(info.bits)
        // Some writers store 8-bit values in the 16-bit palette.
        let isWide = (0..<count).contains { red[$0] > 255 || green[$0] > 255 || blue[$0] > 255 }
        func level(_ value: UInt16) -> Int32 { isWide ? Int32((UInt32(value) + 128) / 257) : Int32(value) }
        return (0..<count).map { level(red[$0]) << 16 | level(green[$0]) << 8 | level(blue[$0]) }
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let bandRow = y % Int(info.band_rows)
        if bandRow == 0 {
            do throws(ImageError) {
                try readBand(from: y)
            } catch {
                guard recovers, y > 0, info.samples > 0 else { throw error }
                failure = failure ?? error
                return row.update(repeating: PictureAssembly.missing(layout), count: size.width)
            }
        }
        if info.samples > 0 {
            unpack(to: row)
        } else {
            convert((band + bandRow * size.width * 4).assumingMemoryBound(to: Int32.self), to: row)
        }
    }

    func finish() throws(ImageError) {
        if let failure { throw failure }
    }

    private func readBand(from y: Int) throws(ImageError) {
        let count = min(Int(info.band_rows), size.height - y)
        // A decoder can leave rows unfinished. Earlier rows must not be visible in such rows.
        band.initializeMemory(as: UInt8.self, repeating: 0, count: info.band_bytes)
        try TIFFReader.failure(byteCount).check(rows: (y, of: size.height)) { message in
            postcard_tiff_read(file, band.asBytes, Int32(y), Int32(count), message)
        }
    }

    private func unpack(to row: UnsafeMutablePointer<Int32>) {
        let count = Int(info.samples)
        var bytes = UnsafePointer(band.asBytes)
        if let levels {
            let rows = info.is_planar ? count : 1
            let length = info.band_bytes / rows
            for plane in 0..<rows {
                let width = info.is_planar ? size.width : size.width * count
                samples.convert(band + plane * length, to: levels + plane * width, count: width)
            }
            bytes = UnsafePointer(levels)
        }
        let step = info.is_planar ? 1 : count
        let channel = info.is_planar ? size.width : 1
        combine(bytes, step: step, channel: channel, to: row)
        guard info.has_alpha, layout == .alpha else { return }
        let alpha = bytes + Int(info.colors) * channel
        for x in 0..<size.width { row[x] |= Int32(bitPattern: UInt32(alpha[x * step]) << 24) }
        Premultiplication.pack(row, count: size.width, isPremultiplied: info.is_premultiplied)
    }

    /// Combines the colors of a row. `step` is the distance from one pixel to the next, and `channel` is the distance from one color to the
    /// next.
    private func combine(
        _ bytes: UnsafePointer<UInt8>, step: Int, channel: Int, to row: UnsafeMutablePointer<Int32>
    ) {
        switch info.colors {
        case 1 where !palette.isEmpty:
            for x in 0..<size.width { row[x] = palette[Int(bytes[x * step])] }
        case 1:
            let inversion: Int32 = info.is_inverted ? 255 : 0
            for x in 0..<size.width { row[x] = (Int32(bytes[x * step]) ^ inversion) * 0x01_0101 }
        case 3:
            let (green, blue) = (bytes + channel, bytes + 2 * channel)
            for x in 0..<size.width {
                row[x] = Int32(bytes[x * step]) << 16 | Int32(green[x * step]) << 8 | Int32(blue[x * step])
            }
        default:
            for x in 0..<size.width {
                let inks = (0..<4).reduce(0) { $0 | UInt32(bytes[x * step + $1 * channel]) << UInt32(8 * $1) }
                row[x] = Int32(bitPattern: ~inks)
            }
        }
    }

    /// Converts R, G, B, A bytes to libgd pixels.
    private func convert(_ pixels: UnsafePointer<Int32>, to row: UnsafeMutablePointer<Int32>) {
        row.update(from: pixels, count: size.width)
        GDPixel.swapRedAndBlue(row, count: size.width)
        Premultiplication.pack(row, count: size.width, isPremultiplied: info.has_alpha)
    }
}
