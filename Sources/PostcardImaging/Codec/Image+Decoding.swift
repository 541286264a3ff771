extension Image {
    /// Decodes a picture file: JPEG or PNG, told by its first bytes.
    ///
    /// ```swift
    /// let thumbnail = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(256))))
    /// ```
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(decoding bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        try self.init(decoding: bytes.span.bytes, options: options)
    }

    /// Decodes a picture file from bytes that somebody else keeps, for example a mapped file.
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(decoding bytes: RawSpan, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try bytes.withBuffer { (buffer) throws(ImageError) in try Image(decoding: buffer, options: options) }
    }

    private init(decoding bytes: UnsafeRawBufferPointer, options: DecodingOptions) throws(ImageError) {
        try options.limits.check(byteCount: bytes.count)
        let header = try ImageHeader(of: bytes)
        try options.limits.check(size: header.storedSize)
        let orientation = options.appliesOrientation ? header.orientation : .up
        let upright = orientation.uprightSize(of: header.storedSize)
        let target = options.resize?.size(for: upright) ?? upright
        try options.limits.check(size: target)
        let reader = try Image.reader(
            for: header, of: bytes, wanted: orientation.uprightSize(of: target), options.limits)
        let image = try Image(reading: reader, resampledTo: orientation.uprightSize(of: target), filter: options.filter)
        self = try image.turned(orientation)
    }

    private static func reader(
        for header: ImageHeader, of bytes: UnsafeRawBufferPointer, wanted: PixelSize, _ limits: DecodingLimits
    ) throws(ImageError) -> any RowReader {
        switch header.format {
        case .jpeg: try JPEGReader(bytes, markers: JPEGMarkers(of: bytes), wanted: wanted, limits: limits)
        case .png: try PNGReader(bytes, chunks: PNGChunks(of: bytes))
        case .gif, .webp, .avif, .heic, .bmp, .tiff:
            throw .unsupported("Postcard cannot read \(header.format.displayName) pictures yet.")
        }
    }

    private init(reading reader: any RowReader, resampledTo target: PixelSize, filter: ResampleFilter)
        throws(ImageError)
    {
        guard reader.size != target else {
            self = try reader.image()
            return
        }
        guard reader.passes == 1 else {
            self = try reader.image().resized(to: target, filter: filter)
            return
        }
        var result = try Image(uninitialized: target)
        var resampler = RowResampler(from: reader.size, to: target, filter: filter, isOpaque: reader.isOpaque)
        let row = UnsafeMutablePointer<Int32>.allocate(capacity: reader.size.width)
        defer { row.deallocate() }
        try result.withMutableRows { (rows) throws(ImageError) in
            for _ in 0..<reader.size.height {
                try reader.read(into: row)
                resampler.push(row) { rows[$0] }
            }
        }
        try reader.finish()
        result.isOpaque = reader.isOpaque
        self = result
    }
}
