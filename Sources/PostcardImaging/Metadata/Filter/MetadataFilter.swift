import PostcardCore

/// A filter that copies a picture file without changing its pixels. The copy contains only the listed parts and metadata. Positions, place
/// names, embedded files, maker notes, and bytes after the end of the picture are dropped.
package struct MetadataFilter {
    /// The maximum length, in bytes, of EXIF, XMP or IPTC metadata.
    static let maximumMetadataBytes = 16 << 20

    /// Copies a picture file.
    ///
    /// - Returns: the copy; `nil` for a format without a filter, and for a file whose parts can't be told apart.
    package static func filtered(_ bytes: [UInt8]) -> [UInt8]? {
        let filter: (ByteReader) -> [UInt8]?
        switch PictureSignature(bytes.span.bytes) {
        case .jpeg: filter = JPEGMetadataFilter.filtered
        case .png: filter = PNGMetadataFilter.filtered
        case .gif: filter = GIFMetadataFilter.filtered
        case .webp: filter = WebPMetadataFilter.filtered
        case .jxl: filter = JXLMetadataFilter.filtered
        case .avif, .heic: filter = HEIFMetadataFilter.filtered
        case .bmp, .tiff, .raw, .ico, .film, nil: return nil
        }
        return bytes.span.bytes.withBuffer { filter(ByteReader($0)) }
    }
}
