import CPostcardShims
import PostcardCore

/// libpng, one row at a time from libgd's form.
enum PNGWriter {
    /// zlib's own default: levels above it cost several times as long for a percent or two.
    private static let compressionLevel: Int32 = 6

    private struct Source {
        let rows: Image.Rows
        let width: Int
    }

    static func bytes(of image: Image, exif: [UInt8]) throws(ImageError) -> [UInt8] {
        try CodecOutput.bytes(of: "PNG") { message in
            image.withRows { rows in
                var source = Source(rows: rows, width: image.size.width)
                return exif.withUnsafeBufferPointer { data in
                    "eXIf".withCString { name in
                        var chunk = postcard_png_chunk(type: name, data: data.baseAddress, count: data.count)
                        return encode(image, &source, &chunk, data.isEmpty ? 0 : 1, message)
                    }
                }
            }
        }
    }

    private static func encode(
        _ image: Image, _ source: inout Source, _ chunk: inout postcard_png_chunk, _ chunkCount: Int,
        _ message: UnsafeMutablePointer<CChar>
    ) -> postcard_bytes {
        withUnsafeMutablePointer(to: &source) { source in
            postcard_png_encode(
                Int32(image.size.width), Int32(image.size.height), !image.isOpaque, compressionLevel, &chunk,
                chunkCount,
                { context, y, row in
                    guard let source = context?.assumingMemoryBound(to: Source.self).pointee, let row,
                        continuesWork(y, Int32(source.width))
                    else { return false }
                    GDPixel.unpackAlpha(
                        source.rows[Int(y)], to: UnsafeMutableRawPointer(row).assumingMemoryBound(to: Int32.self),
                        count: source.width)
                    return true
                }, source, message)
        }
    }
}

/// Puts the frames of an animation together to a PNG that moves, which other programs read: each frame whole, opaque and shown in its turn.
package enum MovingPNGWriter {
    /// The file of an animation that is shown once. What is transparent shows `background`. Delays of 10 ms and less are 100 ms, as in browsers.
    ///
    /// - Throws: `ImageError` as the frames and the PNG encoder do, or with code `interrupted` within `ImageWork`.
    package static func bytes(of animation: AnimatedImage, onto background: Color) throws(ImageError) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        var frames = try animation.frames()
        var number = 0
        func numbered(_ data: [UInt8]) -> [UInt8] {
            defer { number += 1 }
            return bigEndian(number) + data
        }
        var isFirst = true
        while let frame = try frames.next() {
            try ImageWork.checkpoint()
            let chunks = chunks(of: try frame.image.flattened(onto: background).encoded(.png))
            if isFirst {
                append("IHDR", chunks.first { $0.name == "IHDR" }.map { Array($0.data) } ?? [], to: &file)
                append("acTL", bigEndian(animation.frameCount) + bigEndian(1), to: &file)
            }
            let size = frame.image.size
            let delay = min(frame.delay <= 10 ? 100 : frame.delay, 0xFFFF)
            // At the corner, milliseconds, and over what was there.
            let control =
                bigEndian(size.width) + bigEndian(size.height) + bigEndian(0) + bigEndian(0)
                + bigEndian(delay << 16 | 1_000) + [0, 0]
            append("fcTL", numbered(control), to: &file)
            for chunk in chunks where chunk.name == "IDAT" {
                append(isFirst ? "IDAT" : "fdAT", isFirst ? Array(chunk.data) : numbered(Array(chunk.data)), to: &file)
            }
            isFirst = false
        }
        append("IEND", [], to: &file)
        return file
    }

    private static func chunks(of png: [UInt8]) -> [(name: String, data: ArraySlice<UInt8>)] {
        var chunks: [(name: String, data: ArraySlice<UInt8>)] = []
        var offset = 8
        while offset + 12 <= png.count {
            let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: png[offset + 4..<offset + 8], as: UTF8.self)
            chunks.append((name, png[offset + 8..<offset + 8 + length]))
            offset += 12 + length
        }
        return chunks
    }

    private static func append(_ name: String, _ data: [UInt8], to file: inout [UInt8]) {
        let body = Array(name.utf8) + data
        file += bigEndian(data.count) + body + bigEndian(Int(body.withUnsafeBytes { CRC32.checksum(of: $0) }))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }
}
