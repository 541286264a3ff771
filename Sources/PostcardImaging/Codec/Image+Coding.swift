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

    /// Decodes a picture file from bytes owned by the caller, for example a mapped file.
    ///
    /// - Throws: `ImageError`; its code tells unsupported, damaged, truncated and too large files apart.
    public init(decoding bytes: RawSpan, options: DecodingOptions = DecodingOptions()) throws(ImageError) {
        self = try DecodedImage(bytes, options: options).image
    }
}

extension Image {
    /// The bytes of a picture file. The same picture and options give the same bytes; nothing of the file that the picture
    /// came from (GPS, camera, thumbnails) is in them but `EncodingOptions.metadata`.
    ///
    /// - Throws: `ImageError` with code `encodingFailed` when a side is longer than the format can hold, or `outOfMemory`.
    public func encoded(_ options: EncodingOptions) throws(ImageError) -> [UInt8] {
        let exif = EXIFWriter.bytes(of: options.metadata)
        return try ImageWork.step(.encoding) { () throws(ImageError) in
            switch options.kind {
            case .jpeg(let quality):
                try JPEGWriter.bytes(of: self, quality: quality, isProgressive: options.isProgressive, exif: exif)
            case .png: try PNGWriter.bytes(of: self, exif: exif)
            case .webp(let quality): try WebPWriter.bytes(of: self, quality: quality, exif: exif)
            case .avif(let quality): try AVIFWriter.bytes(of: self, quality: quality, exif: exif)
            case .gif: try GIFWriter.bytes(of: self)
            }
        }
    }
}
