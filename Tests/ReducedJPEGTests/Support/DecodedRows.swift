import CCodecs

@testable import ReducedJPEG

/// The pixels of a reduced-size result, from the decoder under test or libjpeg-turbo.
struct DecodedRows: Equatable {
    let width: Int
    let height: Int
    /// 0x00RRGGBB, or the bytes C, M, Y, K.
    let pixels: [Int32]

    /// Decodes with the decoder under test.
    init(_ file: [UInt8], scale: ReducedJPEGDecoder.Scale) throws(ReducedJPEGError) {
        let outcome: Result<DecodedRows, ReducedJPEGError> = file.withUnsafeBytes { bytes in
            Result { () throws(ReducedJPEGError) in try DecodedRows(bytes, scale: scale) }
        }
        self = try outcome.get()
    }

    /// Makes the expected result. If a block becomes 1 or 8 × 8 samples, it is libjpeg-turbo's result; otherwise it is computed from the
    /// coefficients that libjpeg-turbo reads. `nil` if libjpeg-turbo failed, or warned and warnings are not ignored.
    init?(expectedOf file: [UInt8], scale: ReducedJPEGDecoder.Scale, ignoringWarnings: Bool = false) {
        let result: DecodedRows? = file.withUnsafeBytes { bytes in
            guard let decoder = try? ReducedJPEGDecoder(bytes) else { return nil }
            let layouts = decoder.layouts(at: scale)
            if layouts.allSatisfy({ $0.blockSide == 1 || $0.blockSide == 8 }) {
                return Self.libjpegResult(bytes, eighths: Int32(scale.rawValue), ignoringWarnings: ignoringWarnings)
            }
            return try? DecodedRows(decoder, scale: scale) { (start) throws(ReducedJPEGError) in
                try decoder.decode(scale: scale, into: start) { layouts, windows, arena throws(ReducedJPEGError) in
                    try ReferenceSamples(
                        bytes, layouts: layouts, windows: windows, arena: arena, ignoringWarnings: ignoringWarnings)
                }
            }
        }
        guard let result else { return nil }
        self = result
    }

    private init(_ bytes: UnsafeRawBufferPointer, scale: ReducedJPEGDecoder.Scale) throws(ReducedJPEGError) {
        let decoder = try ReducedJPEGDecoder(bytes)
        try self.init(decoder, scale: scale) { (row) throws(ReducedJPEGError) in
            try decoder.decode(scale: scale, into: row)
        }
    }

    private init(
        _ decoder: ReducedJPEGDecoder, scale: ReducedJPEGDecoder.Scale,
        decode: ((Int) -> UnsafeMutablePointer<Int32>) throws(ReducedJPEGError) -> Void
    ) throws(ReducedJPEGError) {
        let size = decoder.frame.size(at: scale)
        let buffer = UnsafeMutableBufferPointer<Int32>.allocate(capacity: size.width * size.height)
        defer { buffer.deallocate() }
        buffer.initialize(repeating: -1)
        guard let start = buffer.baseAddress else { throw .damaged("An empty picture.") }
        try decode { start + $0 * size.width }
        (width, height, pixels) = (size.width, size.height, Array(buffer))
    }

    /// Decodes with libjpeg-turbo. `nil` if libjpeg-turbo failed, or warned and warnings are not ignored.
    init?(libjpeg file: [UInt8], scale: ReducedJPEGDecoder.Scale, ignoringWarnings: Bool = false) {
        let result = file.withUnsafeBytes { bytes in
            Self.libjpegResult(bytes, eighths: Int32(scale.rawValue), ignoringWarnings: ignoringWarnings)
        }
        guard let result else { return nil }
        self = result
    }

    private init(width: Int, height: Int, pixels: [Int32]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    private static func libjpegResult(
        _ bytes: UnsafeRawBufferPointer, eighths: Int32, ignoringWarnings: Bool
    ) -> DecodedRows? {
        var report: UnsafePointer<postcard_jpeg_report>?
        let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let decoder = postcard_jpeg_decoder_create(start, bytes.count, 1 << 28, 500, &report), let report else {
            return nil
        }
        defer { postcard_jpeg_decoder_destroy(decoder) }
        guard report.pointee.error == nil, report.pointee.width * report.pointee.height < 1 << 22,
            postcard_jpeg_decoder_start(decoder, eighths)
        else { return nil }
        let (width, height) = (report.pointee.width, report.pointee.height)
        var pixels = [Int32](repeating: 0, count: Int(width) * Int(height))
        let isRead = pixels.withUnsafeMutableBytes { memory in
            (0..<Int(height)).allSatisfy { row in
                guard let start = memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
                return postcard_jpeg_decoder_read(decoder, start + row * Int(width) * 4)
            }
        }
        guard isRead, ignoringWarnings || report.pointee.warning == nil else { return nil }
        if !report.pointee.is_cmyk { pixels = pixels.map { $0 & 0xFF_FFFF } }
        return DecodedRows(width: Int(width), height: Int(height), pixels: pixels)
    }
}
