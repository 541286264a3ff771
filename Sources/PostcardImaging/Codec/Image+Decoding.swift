extension Image {
    /// Decodes a picture file, whose format is told by its first bytes.
    ///
    /// ```swift
    /// let thumbnail = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(256))))
    /// ```
    ///
    /// `DecodedImage` also tells what the file says about the picture and what was wrong with it.
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(decoding bytes: [UInt8], options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try DecodedImage(bytes, options: options).image
    }

    /// Decodes a picture file from bytes that somebody else keeps, for example a mapped file.
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(decoding bytes: RawSpan, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try DecodedImage(bytes, options: options).image
    }
}
