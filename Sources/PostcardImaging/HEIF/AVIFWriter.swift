import CCodecs

/// Writes AVIF files from libgd rows with libheif.
enum AVIFWriter {
    /// Returns an AVIF file. `exif` is a TIFF structure and `xmp` an XMP packet; both can be empty.
    static func bytes(of image: Image, quality: Int, exif: [UInt8], xmp: [UInt8] = []) throws(ImageError) -> [UInt8] {
        let buffer = try PixelBuffer(image)
        buffer.swapRedAndBlue()
        return try CodecOutput.bytes(of: "AVIF") { message in
            postcard_avif_encode(
                buffer.bytes, Int32(image.size.width), Int32(image.size.height), !image.isOpaque, Int32(quality), exif,
                exif.count, xmp, xmp.count, message)
        }
    }
}
