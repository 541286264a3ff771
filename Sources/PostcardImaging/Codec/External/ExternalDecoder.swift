import CPostcardShims
import Synchronization

/// A decoder outside of this process for TIFF, HEIC, AVIF and JPEG XL: a fault of their libraries, or a file that asks them for too much,
/// then costs one picture.
///
/// It is a value of `DecodingLimits`, and so goes with everything that decodes. This module starts no process: `run` does, and
/// ``ExternalDecoding/decode(_:into:)`` is what is to be called there.
package final class ExternalDecoder: Sendable {
    /// Hands bytes of a file and a request to another process, and its report and the pixels to `receive`. The pixels are shared memory whose
    /// pages may be given back while they are read.
    ///
    /// - Throws: `ImageError` when the other process ends, is silent, or cannot be started, or when the work shall stop.
    package typealias Run =
        @Sendable (
            _ bytes: UnsafeRawBufferPointer, _ request: ExternalDecoding,
            _ receive: (_ report: [UInt8], _ pixels: UnsafeMutableRawBufferPointer) throws(ImageError) -> Void
        ) throws(ImageError) -> Void

    private let run: Run

    package init(_ run: @escaping Run) { self.run = run }

    private static let standard = Mutex<ExternalDecoder?>(nil)

    /// The decoder of all limits that are made from now on, so that a program forgets it nowhere; `nil` unless it was set.
    package static var current: ExternalDecoder? {
        get { standard.withLock { $0 } }
        set { standard.withLock { $0 = newValue } }
    }

    package static func decodes(_ format: ImageFormat) -> Bool {
        switch format {
        case .tiff, .heic, .avif, .jxl: true
        default: false
        }
    }

    /// The picture of `bytes`, whose header has been read, scaled to `target` as stored.
    func decode(
        _ bytes: UnsafeRawBufferPointer, _ header: ImageHeader, target: PixelSize, options: DecodingOptions
    ) throws(ImageError) -> (image: Image, warnings: [String]) {
        let request = ExternalDecoding(header, target: target, options: options)
        var result: (Image, [String])?
        try run(bytes, request) { (report, pixels) throws(ImageError) in
            let report = try DecodingReport(parsing: report, of: header.format)
            result = (try Image(copying: pixels, size: target, isOpaque: report.isOpaque), report.warnings)
        }
        guard let result else { throw DecodingReport.garbage(header.format) }
        return result
    }
}

extension ExternalDecoder: Hashable {
    package static func == (first: ExternalDecoder, second: ExternalDecoder) -> Bool { first === second }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DecodingLimits {
    /// Bytes that the process may take in which a file is decoded; 0 for a file that is decoded in this one, or not at all.
    package func processMemory(for file: [UInt8]) -> Int {
        guard decoder != nil, let format = ImageFormat(sniffing: file.span.bytes), ExternalDecoder.decodes(format),
            let header = try? ImageHeader(of: file.span.bytes)
        else { return 0 }
        return ExternalDecoding(header, target: .square(1), options: DecodingOptions(limits: self)).maximumMemory
    }
}

extension Image {
    /// The bytes of pixels that are handed on together.
    private static let stripBytes = 4 << 20

    /// Calls `body` for strips of rows, from top to bottom.
    private static func copyStrips(of size: PixelSize, _ body: (_ rows: Range<Int>) -> Void) {
        let height = max(1, stripBytes / (4 * size.width))
        var row = 0
        while row < size.height {
            let next = min(size.height, row + height)
            body(row..<next)
            row = next
        }
    }

    /// Takes pixels out of shared memory. Only bits that libgd's pixels have are believed.
    fileprivate init(
        copying pixels: UnsafeMutableRawBufferPointer, size: PixelSize, isOpaque: Bool
    ) throws(ImageError) {
        guard let start = pixels.baseAddress, pixels.count == size.area * 4 else {
            throw .damaged("The decoder of the picture gave \(pixels.count) bytes for \(size) pixels.")
        }
        try self.init(uninitialized: size)
        let mask: Int32 = isOpaque ? 0xFF_FFFF : 0x7FFF_FFFF
        withMutableRows { rows in
            Image.copyStrips(of: size) { strip in
                for y in strip {
                    let source = (start + y * size.width * 4).assumingMemoryBound(to: Int32.self)
                    let row = rows[y]
                    for x in 0..<size.width { row[x] = source[x] & mask }
                }
                postcard_forget_pages(start + strip.lowerBound * size.width * 4, strip.count * size.width * 4, true)
            }
        }
        self.isOpaque = isOpaque
    }

    /// Moves the pixels into shared memory; the picture has none left.
    mutating func move(to pixels: UnsafeMutableRawPointer) {
        let size = size
        withMutableRows { rows in
            Image.copyStrips(of: size) { strip in
                let start = pixels + strip.lowerBound * size.width * 4
                // The rows are one block of memory.
                let source = UnsafeMutableRawPointer(rows[strip.lowerBound])
                start.copyMemory(from: source, byteCount: strip.count * size.width * 4)
                postcard_forget_pages(source, strip.count * size.width * 4, false)
            }
        }
    }
}
