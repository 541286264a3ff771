extension Image {
    /// The bytes of a picture file. The same picture and options give the same bytes; nothing of the file that the picture
    /// came from (GPS, camera, thumbnails) is in them but `EncodingOptions.metadata`.
    ///
    /// - Throws: `ImageError` with code `encodingFailed` when a side is longer than the format can hold, or `outOfMemory`.
    public func encoded(_ options: EncodingOptions) throws(ImageError) -> [UInt8] {
        let exif = EXIFWriter.bytes(of: options.metadata)
        return switch options.kind {
        case .jpeg(let quality): try JPEGWriter.bytes(of: self, quality: quality, exif: exif)
        case .png: try PNGWriter.bytes(of: self, exif: exif)
        case .webp(let quality): try WebPWriter.bytes(of: self, quality: quality, exif: exif)
        case .avif(let quality): try AVIFWriter.bytes(of: self, quality: quality, exif: exif)
        case .gif: try GIFWriter.bytes(of: self)
        }
    }
}
