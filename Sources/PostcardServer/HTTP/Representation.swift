import PostcardCrypto
import PlatformFoundation
import PostcardCore
import PostcardLibrary

/// The body of a response and its version.
struct Representation: Sendable {
    let data: Data
    /// A strong ETag of RFC 9110, with its quotes.
    let tag: String

    /// A value as JSON.
    init(_ value: some Encodable) throws { self.init(try ListingEncoder.encode(value)) }

    init(_ data: Data) {
        self.data = data
        tag = "\"\(Base64.urlSafe.encode(Array(SHA256.hash(data: data).prefix(16))))\""
    }
}
