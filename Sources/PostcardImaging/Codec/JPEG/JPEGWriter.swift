import CPostcardShims

/// libjpeg-turbo, encoding straight from libgd rows.
enum JPEGWriter {
    static func bytes(
        of image: Image, quality: Int, isProgressive: Bool, exif: [UInt8]
    ) throws(ImageError) -> [UInt8] {
        guard image.isOpaque else {
            return try bytes(
                of: image.flattened(onto: .white), quality: quality, isProgressive: isProgressive, exif: exif)
        }
        let options = postcard_jpeg_options(
            quality: Int32(quality), progressive: isProgressive, full_chroma: quality >= 90, like: nil)
        let segment = exif.isEmpty ? [] : Array("Exif\0\0".utf8) + exif
        return try CodecOutput.bytes(of: "JPEG") { message in
            image.withRows { rows in
                let pointers = UnsafeRawPointer(rows.pointers).assumingMemoryBound(to: UnsafePointer<Int32>?.self)
                return segment.withUnsafeBufferPointer { data in
                    var part = postcard_jpeg_segment(marker: 0xE1, data: data.baseAddress, count: data.count)
                    return postcard_jpeg_encode(
                        pointers, Int32(image.size.width), Int32(image.size.height), options, &part,
                        data.isEmpty ? 0 : 1, continuesWork, message)
                }
            }
        }
    }

    /// A part of an image, with the sampling factors and quantization tables of the file whose header `decoder` has read.
    static func bytes(of part: PixelRect, in image: Image, like decoder: OpaquePointer) throws(ImageError) -> [UInt8] {
        let options = postcard_jpeg_options(quality: 0, progressive: false, full_chroma: false, like: decoder)
        return try CodecOutput.bytes(of: "JPEG") { message in
            image.withRows { rows in
                let pointers = (part.y..<part.y + part.height).map { Optional(UnsafePointer(rows[$0]) + part.x) }
                return postcard_jpeg_encode(
                    pointers, Int32(part.width), Int32(part.height), options, nil, 0, continuesWork, message)
            }
        }
    }
}
