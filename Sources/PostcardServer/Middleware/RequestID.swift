#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The id of a request, in header, body and log.
enum RequestID {
    /// An id that the client or a proxy sent, when it is short and plain enough for a log.
    static func accepted(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            })
        else { return nil }
        return text
    }

    /// A random UUID, RFC 9562 version 4. Foundation's own opens a file for each.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let words = (generator.next() as UInt64, generator.next() as UInt64)
        var uuid = withUnsafeBytes(of: words) { $0.loadUnaligned(as: uuid_t.self) }
        uuid.6 = uuid.6 & 0x0F | 0x40
        uuid.8 = uuid.8 & 0x3F | 0x80
        return UUID(uuid: uuid).uuidString.lowercased()
    }
}
