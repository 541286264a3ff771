internal import CPostcardShims

/// libwebp from libgd rows.
enum WebPWriter {
    /// Sides that a WebP file can have (RFC 9649, section 3.4).
    private static let maximumSide = 16_383

    /// `quality` is 0 to 100; `nil` for lossless.
    static func bytes(of image: Image, quality: Int?, exif: [UInt8]) throws(ImageError) -> [UInt8] {
        guard image.size.width <= maximumSide, image.size.height <= maximumSide else {
            throw ImageError(
                .encodingFailed, "A WebP picture has at most \(maximumSide) pixels a side; this one has \(image.size).")
        }
        let buffer = try PixelBuffer(image.size)
        image.withRows { rows in
            for y in 0..<image.size.height {
                GDPixel.unpackAlpha(rows[y], to: buffer.row(y), count: image.size.width)
            }
        }
        let picture = try CodecOutput.bytes(of: "WebP") { message in
            postcard_webp_encode(
                buffer.bytes, Int32(image.size.width), Int32(image.size.height), !image.isOpaque, Int32(quality ?? -1),
                continuesWork, message)
        }
        return exif.isEmpty ? picture : extended(picture, image, exif)
    }

    /// A file with an EXIF chunk behind the picture, which needs the extended header (RFC 9649, section 2.7).
    private static func extended(_ picture: [UInt8], _ image: Image, _ exif: [UInt8]) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var chunks = Array(picture.dropFirst(12))
        let hasExif: UInt8 = 0x08
        let hasAlpha: UInt8 = image.isOpaque ? 0 : 0x10
        if chunks.starts(with: "VP8X".utf8) {
            chunks[8] |= hasExif
        } else {
            let sides = number(image.size.width - 1, 3) + number(image.size.height - 1, 3)
            chunks = Array("VP8X".utf8) + number(10, 4) + [hasExif | hasAlpha, 0, 0, 0] + sides + chunks
        }
        chunks += Array("EXIF".utf8) + number(exif.count, 4) + exif + (exif.count & 1 == 1 ? [0] : [])
        return Array("RIFF".utf8) + number(4 + chunks.count, 4) + Array("WEBP".utf8) + chunks
    }
}
