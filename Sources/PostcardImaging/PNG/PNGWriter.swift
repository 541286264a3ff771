import CCodecs

/// Writes PNG files with libpng, one row at a time, from libgd pixels.
enum PNGWriter {
    /// zlib's own default: higher levels take several times as long and save only one or two percent.
    private static let compressionLevel: Int32 = 6

    private struct Source {
        let rows: Image.Rows
        let width: Int
    }

    /// Encodes a picture. `hasAlpha` is true to write alpha even if the picture is opaque.
    static func bytes(of image: Image, exif: [UInt8], hasAlpha: Bool = false) throws(ImageError) -> [UInt8] {
        try CodecOutput.bytes(of: "PNG") { message in
            image.withRows { rows in
                var source = Source(rows: rows, width: image.size.width)
                return postcard_png_encode(
                    Int32(image.size.width), Int32(image.size.height), hasAlpha || !image.isOpaque, compressionLevel,
                    exif, exif.count,
                    { context, y, row in
                        guard let source = context?.assumingMemoryBound(to: Source.self).pointee, let row,
                            continuesWork(y, Int32(source.width))
                        else { return false }
                        GDPixel.unpackAlpha(
                            source.rows[Int(y)], to: UnsafeMutableRawPointer(row).assumingMemoryBound(to: Int32.self),
                            count: source.width)
                        return true
                    }, &source, message)
            }
        }
    }
}
