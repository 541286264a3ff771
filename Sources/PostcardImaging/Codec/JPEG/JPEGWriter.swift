internal import CPostcardShims

/// libjpeg-turbo, encoding straight from libgd rows.
enum JPEGWriter {
    static func bytes(of image: Image, quality: Int) throws(ImageError) -> [UInt8] {
        guard image.isOpaque else { return try bytes(of: image.flattened(onto: .white), quality: quality) }
        let options = postcard_jpeg_options(quality: Int32(quality), progressive: false, full_chroma: quality >= 90)
        return try CodecOutput.bytes(of: "JPEG") { message in
            image.withRows { rows in
                let pointers = UnsafeRawPointer(rows).assumingMemoryBound(to: UnsafePointer<Int32>?.self)
                return postcard_jpeg_encode(
                    pointers, Int32(image.size.width), Int32(image.size.height), options, nil, 0, message)
            }
        }
    }
}
