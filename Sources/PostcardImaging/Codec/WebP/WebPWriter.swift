import CPostcardShims

/// libwebp from libgd rows.
enum WebPWriter {
    /// Sides that a WebP file can have (RFC 9649, section 3.4).
    private static let maximumSide = 16_383

    /// `quality` is 0 to 100; `nil` for lossless.
    static func bytes(of image: Image, quality: Int?, exif: [UInt8]) throws(ImageError) -> [UInt8] {
        try check(image.size)
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

    static func check(_ size: PixelSize) throws(ImageError) {
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw ImageError(
                .encodingFailed, "A WebP picture has at most \(maximumSide) pixels a side; this one has \(size).")
        }
    }

    /// A file with an EXIF chunk behind the picture, which needs the extended header (RFC 9649, section 2.7).
    private static func extended(_ picture: [UInt8], _ image: Image, _ exif: [UInt8]) -> [UInt8] {
        let hasEXIF: UInt8 = 0x08
        var flags: UInt8 = hasEXIF | (image.isOpaque ? 0 : 0x10)
        var chunks = picture.dropFirst(12)
        if chunks.starts(with: "VP8X".utf8) {
            flags = hasEXIF | picture[20]
            chunks = chunks.dropFirst(18)
        }
        return WebPFrames.file(size: image.size, flags: flags, chunks: chunks + chunk("EXIF", exif))
    }

    /// A chunk, padded to an even length.
    static func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
        var chunk = Array(name.utf8)
        chunk.append(littleEndian: payload.count, count: 4)
        return chunk + payload + (payload.count & 1 == 1 ? [0] : [])
    }
}
