import HTTPTypes
import PostcardImaging

/// Checks that a file is a picture, by its first bytes.
enum PictureSniffing {
    /// The number of bytes that the check reads, which is more than the longest signature.
    static let byteCount = 32

    static func check(_ bytes: [UInt8]) throws(HTTPError) {
        guard ImageFormat(sniffing: bytes.span.bytes) != nil else {
            throw unknownFormat
        }
    }

    static let unknownFormat = HTTPError(
        .unsupportedMediaType, "The file is not a picture in a supported format.")
}
