/// Base64 with padding, RFC 4648 section 4.
enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8?] = (0..<256).map { byte in
        digits.firstIndex(of: UInt8(byte)).map { UInt8($0) }
    }

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` for anything that is not base64.
    static func bytes(of text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count, padding) = (0, 0, 0)
        for byte in text {
            if byte == UInt8(ascii: "=") {
                padding += 1
            } else {
                guard padding == 0, let value = values[Int(byte)] else { return nil }
                bits |= Int(value) << (18 - 6 * count)
            }
            count += 1
            guard count == 4 else { continue }
            guard padding <= 2 else { return nil }
            for place in 0..<(3 - padding) { bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * place))) }
            (bits, count) = (0, 0)
        }
        return bytes
    }
}
