#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Bytes within a text.
enum Base64 {
    /// An address that holds the bytes themselves (RFC 2397).
    static func dataAddress(_ bytes: [UInt8], mediaType: String) -> String {
        "data:\(mediaType);base64,\(Data(bytes).base64EncodedString())"
    }
}
