import CCodecs
import ReducedJPEG

/// Writes JPEG files from libgd rows with libjpeg-turbo.
enum JPEGWriter {
    static func bytes(
        of image: Image, quality: Int, isProgressive: Bool, exif: [UInt8]
    ) throws(ImageError) -> [UInt8] {
        guard image.isOpaque else {
            return try bytes(
                of: image.flattened(onto: .white), quality: quality, isProgressive: isProgressive, exif: exif)
        }
        let options = postcard_jpeg_options(
            quality: Int32(quality), progressive: isProgressive, full_chroma: quality >= 90, components: nil,
            component_count: 0)
        let segment = exif.isEmpty ? [] : Array("Exif\0\0".utf8) + exif
        return try CodecOutput.bytes(of: "JPEG") { message in
            image.withRows { rows in
                let pointers = UnsafeRawPointer(rows.pointers).assumingMemoryBound(to: UnsafePointer<Int32>?.self)
                return postcard_jpeg_encode(
                    pointers, Int32(image.size.width), Int32(image.size.height), options, segment, segment.count,
                    continuesWork, message)
            }
        }
    }

    /// Encodes a part of an image with the sampling factors and quantization tables of another file.
    static func bytes(of part: PixelRect, in image: Image, like file: ReducedJPEGDecoder) throws(ImageError) -> [UInt8]
    {
        let components = file.frame.components.enumerated().flatMap { index, component in
            [component.horizontalSampling, component.verticalSampling].map(UInt32.init)
                + file.steps(of: index).map(UInt32.init)
        }
        return try CodecOutput.bytes(of: "JPEG") { message in
            image.withRows { rows in
                let pointers = (part.y..<part.y + part.height).map { Optional(UnsafePointer(rows[$0]) + part.x) }
                return components.withUnsafeBufferPointer { components in
                    let options = postcard_jpeg_options(
                        quality: 0, progressive: false, full_chroma: false, components: components.baseAddress,
                        component_count: Int32(file.componentCount))
                    return postcard_jpeg_encode(
                        pointers, Int32(part.width), Int32(part.height), options, nil, 0, continuesWork, message)
                }
            }
        }
    }
}
