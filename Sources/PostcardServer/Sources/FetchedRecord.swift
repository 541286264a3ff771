import PostcardImaging
import PostcardLibrary

/// Information about a fetched picture, without its bytes. The disk cache stores the record, so it survives restarts.
struct FetchedRecord: Sendable, Codable {
    /// The URL of the picture, as requested.
    let key: String
    /// The hash of the picture's bytes; `nil` if only the first bytes were fetched.
    let content: BlobHash?
    /// The hash that identifies this version in all processes: the hash of the origin's strong validator or, without one, of the bytes.
    let identity: BlobHash
    let byteCount: Int
    private let formatName: String
    private(set) var terms: OriginTerms
    /// The time at which the origin last confirmed the picture, in seconds since 1970.
    private(set) var time: Int

    /// Creates the record of a complete picture.
    init(_ picture: [UInt8], of key: String, on terms: OriginTerms, time: Int) {
        let content = BlobHash(of: picture)
        self.content = content
        identity = Self.identity(of: key, byteCount: picture.count, terms) ?? content
        byteCount = picture.count
        formatName = ImageFormat(sniffing: picture.span.bytes)?.rawValue ?? ""
        (self.key, self.terms, self.time) = (key, terms, time)
    }

    /// Creates the record of a picture from its first bytes; `nil` if the picture has no strong validator.
    init?(start: [UInt8], byteCount: Int, of key: String, on terms: OriginTerms, time: Int) {
        guard let identity = Self.identity(of: key, byteCount: byteCount, terms) else { return nil }
        content = nil
        self.identity = identity
        self.byteCount = byteCount
        formatName = ImageFormat(sniffing: start.span.bytes)?.rawValue ?? ""
        (self.key, self.terms, self.time) = (key, terms, time)
    }

    /// Records that the origin confirmed the picture.
    mutating func renew(_ new: OriginTerms, time: Int) { (terms, self.time) = (terms.renewed(new), time) }

    var format: ImageFormat? { ImageFormat(rawValue: formatName) }

    private static func identity(of key: String, byteCount: Int, _ terms: OriginTerms) -> BlobHash? {
        guard terms.mayBeKept, let tag = terms.strongTag else { return nil }
        // The URL after redirects is part of the identity, because redirects can change. The URL's query is not, because it often contains
        // a changing signature.
        let url = terms.address.prefix { $0 != "?" }
        return BlobHash(of: Array(keyText(of: [key, String(url), tag, "\(byteCount)"]).utf8))
    }
}
