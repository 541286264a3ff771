import PostcardCore
import PostcardCrypto

/// The SHA-256 of a file's bytes, which is also the file's name in a blob store. The hash is encoded as 64 lowercase hexadecimal digits.
public struct BlobHash: Sendable, Hashable, Codable, LosslessStringConvertible, TextCoded {
    /// The hash as 64 lowercase hexadecimal digits.
    public let description: String

    package static let refusal = "is not a SHA-256 hash."
    /// The number of digits.
    static let length = 64

    /// Computes the hash of `bytes`.
    package init(of bytes: [UInt8]) {
        self.init(SHA256.hash(data: bytes))
    }

    init(_ digest: Digest) { description = Hexadecimal.encode(digest) }

    /// Parses 64 lowercase hexadecimal digits; `nil` for any other string.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.isDigit) else { return nil }
        description = text
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte || 97...102 ~= byte }

    /// The first 8 bytes of the hash, used as a short key in sets of hashes.
    var prefix: UInt64 { description.utf8.prefix(16).reduce(0) { $0 << 4 | UInt64($1 < 58 ? $1 - 48 : $1 - 87) } }

    /// The first 12 digits, used as the version of a file in URLs.
    package var version: String { String(description.prefix(12)) }

    /// Returns all hashes that occur in a string.
    package static func all(in text: [UInt8]) -> [BlobHash] {
        var hashes: [BlobHash] = []
        var start = 0
        for position in 0...text.count {
            if position < text.count, isDigit(text[position]) { continue }
            if position - start == length, let hash = BlobHash(String(decoding: text[start..<position], as: UTF8.self))
            {
                hashes.append(hash)
            }
            start = position + 1
        }
        return hashes
    }
}
