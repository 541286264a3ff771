import CCodecs

/// Writes WebP files from libgd rows with libwebp.
enum WebPWriter {
    /// The maximum side of a WebP file in pixels (RFC 9649, section 3.4).
    private static let maximumSide = 16_383

    /// Encodes a picture. `quality` is 0 to 100; `nil` for lossless.
    static func bytes(of image: Image, quality: Int?, exif: [UInt8]) throws(ImageError) -> [UInt8] {
        try check(image.size)
        let buffer = try PixelBuffer(image)
        let picture = try CodecOutput.bytes(of: "WebP") { message in
            postcard_webp_encode(
                buffer.bytes, Int32(image.size.width), Int32(image.size.height), !image.isOpaque, Int32(quality ?? -1),
                continuesWork, message)
        }
        return try exif.isEmpty ? picture : WebPWriter.setting("EXIF", to: exif, in: picture)
    }

    /// Returns the file with `data` in its `name` chunk (EXIF or XMP), which is added or replaced.
    static func setting(_ name: String, to data: [UInt8], in file: [UInt8]) throws(ImageError) -> [UInt8] {
        try file.withUnsafeBufferPointer { (file) throws(ImageError) in
            var file = WebPData(bytes: file.baseAddress, size: file.count)
            return try muxed { library in
                library.WebPMuxCreateInternal(&file, 0, WEBP_MUX_ABI_VERSION)
            } filling: { library, mux in
                data.withUnsafeBufferPointer { data in
                    var chunk = WebPData(bytes: data.baseAddress, size: data.count)
                    return library.WebPMuxSetChunk(mux, name, &chunk, 1)
                }
            }
        }
    }

    /// Returns the file that libwebp's muxer makes from the chunks that `fill` adds.
    static func muxed(
        _ create: (postcard_webp_mux) -> OpaquePointer?,
        filling fill: (postcard_webp_mux, OpaquePointer?) -> WebPMuxError
    ) throws(ImageError) -> [UInt8] {
        guard let library = postcard_webp_mux_functions()?.pointee else {
            throw ImageError(.encodingFailed, "Can't write the picture as WebP: libwebpmux is not installed.")
        }
        let mux = create(library)
        defer { library.WebPMuxDelete(mux) }
        var file = WebPData()
        var error = fill(library, mux)
        if error == WEBP_MUX_OK { error = library.WebPMuxAssemble(mux, &file) }
        defer { free(UnsafeMutablePointer(mutating: file.bytes)) }
        guard error == WEBP_MUX_OK else {
            throw ImageError(
                .encodingFailed, "Can't write the picture as WebP: libwebpmux error \(error.rawValue).")
        }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
    }

    static func check(_ size: PixelSize) throws(ImageError) {
        guard size.width <= maximumSide, size.height <= maximumSide else {
            throw ImageError(
                .encodingFailed, "A WebP picture can have at most \(maximumSide) pixels per side; this one has \(size)."
            )
        }
    }
}
