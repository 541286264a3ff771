import HTTPTypes
import PostcardImaging

/// Tells pictures from other files by their first bytes.
enum PictureSniffing {
    /// As many bytes as the longest signature needs.
    static let byteCount = 32

    static func check(_ bytes: [UInt8]) throws(HTTPError) {
        guard ImageFormat(sniffing: bytes.span.bytes) != nil else {
            throw unknownFormat
        }
    }

    static let unknownFormat = HTTPError(
        .unsupportedMediaType, "The file is not a picture of a known format.")
}
