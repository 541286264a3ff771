import CCodecs
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

    /// Decodes `bytes`, which have been opened as `file`, scaled to `target` as stored.
    func decode(
        _ bytes: UnsafeRawBufferPointer, _ file: any ImageFile, target: PixelSize, options: DecodingOptions
    ) throws(ImageError) -> (image: Image, warnings: [String]) {
        let header = file.header
        let request = ExternalDecoding(header, bytesPerPixel: file.bytesPerPixel, target: target, options: options)
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
    /// Returns the memory in bytes that a process of its own may take to decode a file; 0 for a file that is decoded in this process, or not at
    /// all.
    package func processMemory(for file: [UInt8]) -> Int {
        guard decoder != nil, let format = ImageFormat(sniffing: file.span.bytes), ExternalDecoder.decodes(format)
        else { return 0 }
        return file.span.bytes.withBuffer { bytes in
            guard let file = try? ImageFormat.open(bytes) else { return 0 }
            let options = DecodingOptions(limits: self)
            return ExternalDecoding(
                file.header, bytesPerPixel: file.bytesPerPixel, target: .square(1), options: options
            ).maximumMemory
        }
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
        try withMutableRows { rows in
            Image.copyStrips(of: size) { strip in
                for y in strip {
                    // The process that wrote the pixels has ended, and the buffer has four bytes for each.
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
    mutating func move(to pixels: UnsafeMutableRawPointer) throws(ImageError) {
        let size = size
        try withMutableRows { rows in
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
