/// A decoded picture with the header of its file and the problems found in it.
public struct DecodedImage: Sendable {
    /// The picture, in sRGB.
    public let image: Image
    /// The header of the file: format, stored size, date, place, camera and rights.
    public let header: ImageHeader
    /// The problems that were tolerated, as sentences: damage if ``DecodingOptions/toleratesDamage`` is true, damage after the last pixel,
    /// or a broken color profile.
    public let warnings: [String]
}

extension DecodedImage {
    /// Decodes an opened file. Blocks the calling thread; see ``OpenedPicture/image(options:budget:)``.
    ///
    /// - Throws: `ImageError` if the file is unsupported, damaged, truncated or too large.
    public init(_ picture: OpenedPicture, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try ImageWork.step(.decoding) { () throws(ImageError) in
            try options.limits.check(byteCount: picture.bytes.count)
            return try picture.withFile { (file, bytes) throws(ImageError) in
                try DecodedImage(file, in: bytes, options: options)
            }
        }
    }

    /// Decodes a picture file. The format is detected from the first bytes.
    ///
    /// - Throws: `ImageError` if the file is unsupported, damaged, truncated or too large.
    package init(_ bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        try self.init(bytes.span.bytes, options: options)
    }

    /// Decodes a picture file from bytes owned by the caller, for example a mapped file.
    ///
    /// - Throws: `ImageError` if the file is unsupported, damaged, truncated or too large.
    init(_ bytes: RawSpan, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try ImageWork.step(.decoding) { () throws(ImageError) in
            try bytes.withBuffer { (buffer) throws(ImageError) in
                try options.limits.check(byteCount: buffer.count)
                return try DecodedImage(ImageFormat.open(buffer), in: buffer, options: options)
            }
        }
    }

    /// Decodes a parsed file.
    init(_ file: any ImageFile, in bytes: UnsafeRawBufferPointer, options: DecodingOptions) throws(ImageError) {
        header = file.header
        let isLinear = options.usesLinearLight(in: header.format)
        let orientation = options.appliesOrientation ? header.orientation : .up
        let upright = orientation.uprightSize(of: header.storedSize)
        let wanted = options.resize?.size(for: upright) ?? upright
        // If the resize enlarges before cropping, decode at stored size.
        let isLast = options.resize?.enlargesBeforeCropping(upright) ?? false
        let scaled = isLast ? upright : options.resize?.scaledSize(for: upright) ?? upright
        let stored = orientation.uprightSize(of: scaled)
        try options.limits.check(
            size: header.storedSize, decoding: file.decodedPixels(wanted: stored, options: options))
        guard options.limits.allow(wanted) else { throw options.limits.refusal(ofResult: wanted) }
        try ImageWork.checkpoint()
        let rows: Image
        if let isolation = options.limits.isolation, Isolation.applies(to: header.format) {
            let request = IsolatedDecoding(of: file, target: stored, options: options)
            let (report, pixels) = try isolation.run(bytes, request)
            (rows, warnings) = try request.image(of: pixels, report: report)
        } else {
            let reader = try file.reader(wanted: stored, options: options)
            (rows, warnings) = try PictureAssembly.picture(
                from: reader, at: stored, options, isLinear: isLinear)
        }
        let picture = try rows.oriented(orientation)
        image =
            if let resize = options.resize {
                isLast
                    ? try picture.resized(resize, filter: options.filter, inLinearLight: isLinear)
                    : try resize.framed(picture, from: upright)
            } else {
                picture
            }
    }
}

extension Image {
    /// Decodes a picture file. Blocks the calling thread; see ``thumbnail(of:fitting:limits:budget:)``.
    ///
    /// ```swift
    /// let thumbnail = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(256))))
    /// ```
    ///
    /// ``DecodedImage`` also contains the header of the file and the problems found in it.
    ///
    /// - Throws: `ImageError` if the file is unsupported, damaged, truncated or too large.
    public init(decoding bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try DecodedImage(bytes.span.bytes, options: options).image
    }

    /// Decodes an opened file.
    ///
    /// - Throws: `ImageError` if the file is unsupported, damaged, truncated or too large.
    package init(decoding picture: OpenedPicture, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try DecodedImage(picture, options: options).image
    }
}
