internal import PostcardLibrary

/// The name of a file in the cache: lower-case hexadecimal digits, so that it cannot lead anywhere.
struct CacheName: Sendable, Hashable {
    let digits: String

    init(_ hash: BlobHash) { digits = hash.description }

    /// - Returns: `nil` for other characters, and for fewer than eight.
    init?(_ digits: some StringProtocol) {
        guard digits.utf8.count >= 8,
            digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.digits = String(digits)
    }
}

/// A file of the cache and its length in bytes.
struct CachedFile: Sendable, Equatable {
    let name: CacheName
    let bytes: Int

    /// Relative to the cache's folder.
    var path: String { "\(name.digits.prefix(2))/\(name.digits)-\(bytes)" }
}
