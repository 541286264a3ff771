import PostcardCrypto

/// The SHA-256 of the bytes of a file, which is its name in a blob store; coded as 64 lower-case hexadecimal digits.
public struct BlobHash: Sendable, Hashable, Codable, LosslessStringConvertible {
    /// The first 8 bytes of the hash, as good as random.
    let prefix: UInt64
    private let words: (UInt64, UInt64, UInt64)

    /// The hash of `bytes`.
    public init(of bytes: [UInt8]) {
        self.init(SHA256.hash(data: bytes))
    }

    init(_ digest: Digest) {
        self = digest.bytes.withUnsafeBytes { bytes in
            func word(_ index: Int) -> UInt64 {
                bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self).bigEndian
            }
            return BlobHash(prefix: word(0), words: (word(1), word(2), word(3)))
        }
    }

    private init(prefix: UInt64, words: (UInt64, UInt64, UInt64)) {
        self.prefix = prefix
        self.words = words
    }

    /// The number of its digits.
    static let length = 64

    /// The first 12 digits, which tell one file from all others in addresses.
    package var version: String { String(description.prefix(12)) }

    /// Every hash that stands somewhere in a text.
    package static func all(in text: [UInt8]) -> [BlobHash] {
        var hashes: [BlobHash] = []
        var start = 0
        for position in 0...text.count {
            if position < text.count, case let byte = text[position], 48...57 ~= byte || 97...102 ~= byte { continue }
            if position - start == length, let hash = BlobHash(String(decoding: text[start..<position], as: UTF8.self))
            {
                hashes.append(hash)
            }
            start = position + 1
        }
        return hashes
    }

    /// Reads 64 lower-case hexadecimal digits; nil for anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == Self.length, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else {
            return nil
        }
        let words = stride(from: 0, to: 64, by: 16).compactMap { start in
            UInt64(String(decoding: digits[start..<start + 16], as: UTF8.self), radix: 16)
        }
        guard words.count == 4 else { return nil }
        self.init(prefix: words[0], words: (words[1], words[2], words[3]))
    }

    /// Reads 64 lower-case hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let hash = BlobHash(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not a SHA-256.")
        }
        self = hash
    }

    /// Writes 64 lower-case hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// 64 lower-case hexadecimal digits.
    public var description: String {
        let words = [prefix, words.0, words.1, words.2]
        return String(unsafeUninitializedCapacity: 64) { digits in
            for index in 0..<64 {
                let digit = UInt8(truncatingIfNeeded: words[index >> 4] >> (60 - 4 * (index & 15))) & 15
                digits[index] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
            }
            return 64
        }
    }

    /// Returns a Boolean value that indicates whether two hashes are the same.
    public static func == (left: BlobHash, right: BlobHash) -> Bool {
        left.prefix == right.prefix && left.words == right.words
    }

    /// Hashes the hash; its first 8 bytes are enough.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(prefix)
    }
}

/// The hash and size of a blob, as a record that refers to it states them.
public struct BlobReference: Sendable, Hashable {
    /// The blob's name.
    public let hash: BlobHash
    /// Its length in bytes.
    public let size: Int

    /// Names a blob.
    public init(hash: BlobHash, size: Int) {
        self.hash = hash
        self.size = size
    }
}
