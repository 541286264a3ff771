import PostcardCore
import PostcardImaging
import PostcardLibrary

/// The facts of a picture that was fetched, without its bytes. They are kept beside them in the cache, so that a restart forgets nothing.
struct FetchedRecord: Sendable, Codable {
    /// The address of the picture.
    let key: String
    /// The hash of its bytes; `nil` when only its beginning was read.
    let content: BlobHash?
    /// A value that no other version of the picture has: of its origin's validator where that is strong, else of its bytes. It is the
    /// same in all processes.
    let identity: BlobHash
    let byteCount: Int
    private let formatName: String
    let terms: OriginTerms
    /// Seconds since 1970 at which its origin last said that it is current.
    let time: Int

    /// A picture whose bytes came.
    init(_ picture: [UInt8], of key: String, on terms: OriginTerms, time: Int) {
        let content = BlobHash(of: picture)
        self.content = content
        identity = Self.identity(of: key, byteCount: picture.count, terms) ?? content
        byteCount = picture.count
        formatName = ImageFormat(sniffing: picture.span.bytes)?.rawValue ?? ""
        (self.key, self.terms, self.time) = (key, terms, time)
    }

    /// A picture of which the beginning came; `nil` when nothing tells this version from others.
    init?(start: [UInt8], byteCount: Int, of key: String, on terms: OriginTerms, time: Int) {
        guard let identity = Self.identity(of: key, byteCount: byteCount, terms) else { return nil }
        content = nil
        self.identity = identity
        self.byteCount = byteCount
        formatName = ImageFormat(sniffing: start.span.bytes)?.rawValue ?? ""
        (self.key, self.terms, self.time) = (key, terms, time)
    }

    private init(_ record: FetchedRecord, terms: OriginTerms, time: Int) {
        (key, content, identity) = (record.key, record.content, record.identity)
        (byteCount, formatName) = (record.byteCount, record.formatName)
        (self.terms, self.time) = (terms, time)
    }

    /// The same after its origin said that it is current still.
    func renewed(_ new: OriginTerms, time: Int) -> FetchedRecord {
        FetchedRecord(self, terms: terms.renewed(new), time: time)
    }

    var format: ImageFormat? { ImageFormat(rawValue: formatName) }

    private static func identity(of key: String, byteCount: Int, _ terms: OriginTerms) -> BlobHash? {
        guard terms.mayBeKept, let tag = terms.strongTag else { return nil }
        // A redirect may lead to another picture tomorrow; its query often has a signature that changes.
        let place = terms.address.prefix { $0 != "?" }
        let text = [key, String(place), tag, "\(byteCount)"].map { "\($0.utf8.count):\($0)" }.joined()
        return BlobHash(of: Array(text.utf8))
    }
}
