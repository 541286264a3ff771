internal import CPostcardShims

/// libwebp from libgd rows.
enum WebPWriter {
    /// Sides that a WebP file can have (RFC 9649, section 3.4).
    private static let longestSide = 16_383

    /// - Parameter quality: 0 to 100; `nil` for lossless.
    static func bytes(of image: Image, quality: Int?) throws(ImageError) -> [UInt8] {
        guard image.size.width <= longestSide, image.size.height <= longestSide else {
            throw ImageError(
                .encodingFailed, "A WebP picture has at most \(longestSide) pixels a side; this one has \(image.size).")
        }
        let buffer = try PixelBuffer(image.size)
        image.withRows { rows in
            for y in 0..<image.size.height {
                GDPixel.unpackAlpha(rows[y], to: buffer.row(y), count: image.size.width)
            }
        }
        return try CodecOutput.bytes(of: "WebP") { message in
            postcard_webp_encode(
                buffer.bytes, Int32(image.size.width), Int32(image.size.height), !image.isOpaque, Int32(quality ?? -1),
                message)
        }
    }
}
