import PostcardLibrary

/// The name of a file in the cache: lower-case hexadecimal digits, so that it cannot lead anywhere.
struct CacheName: Sendable, Hashable {
    private let hash: BlobHash

    init(_ hash: BlobHash) { self.hash = hash }

    /// - Returns: `nil` for anything but 64 digits.
    init?(_ digits: some StringProtocol) {
        guard let hash = BlobHash(String(digits)) else { return nil }
        self.hash = hash
    }

    var digits: String { hash.description }
}

/// A file of the cache and its length in bytes.
struct CachedFile: Sendable, Equatable {
    let name: CacheName
    let bytes: Int

    /// Relative to the cache's folder.
    var path: String {
        let digits = name.digits
        return "\(digits.prefix(2))/\(digits)-\(bytes)"
    }
}
