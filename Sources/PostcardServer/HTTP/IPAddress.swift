import PlatformLibc

/// An IPv4 or IPv6 address.
struct IPAddress: Sendable, Equatable {
    /// The text that replaces the client's IP address for connections over Unix sockets.
    static let unknown = "-"

    /// The 4 or 16 bytes of the address.
    let bytes: [UInt8]

    /// A block of IP addresses, defined by its first bits. Missing bytes of the prefix are 0.
    private typealias Block = (prefix: [UInt8], bits: Int)

    /// The special-purpose IPv4 blocks in the IANA registry (RFC 6890 and later), multicast, and the former class E.
    private static let reservedV4: [Block] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16),
        ([172, 16], 12), ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 31, 196], 24),
        ([192, 52, 193], 24), ([192, 88, 99], 24), ([192, 168], 16), ([192, 175, 48], 24),
        ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]

    /// The only IPv6 block that is assigned to the public internet.
    private static let globalV6: Block = ([0x20], 3)

    /// The nonpublic parts of the global IPv6 block: protocol assignments including Teredo, ORCHID and others, documentation, and 6to4.
    private static let reservedV6: [Block] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16),
        ([0x3F, 0xFF, 0x00], 20), ([0x26, 0x20, 0x00, 0x4F, 0x80, 0x00], 48),
    ]

    /// The NAT64 prefix (RFC 6052). The last four bytes are an IPv4 address. Mapped and compatible addresses are not in the global block.
    private static let nat64: Block = ([0x00, 0x64, 0xFF, 0x9B], 96)

    private func isIn(_ block: Block) -> Bool {
        for bit in 0..<block.bits {
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            let wanted = bit / 8 < block.prefix.count ? block.prefix[bit / 8] : 0
            if bytes[bit / 8] & mask != wanted & mask { return false }
        }
        return true
    }

    /// True if this is an address on the public internet, to which a service may connect for anonymous clients.
    var isPublic: Bool {
        guard bytes.count == 16 else {
            return bytes.count == 4 && !Self.reservedV4.contains(where: isIn)
        }
        if isIn(Self.nat64) { return IPAddress(bytes: Array(bytes.suffix(4))).isPublic }
        return isIn(Self.globalV6) && !Self.reservedV6.contains(where: isIn) && !isISATAP
    }

    /// True if this is an ISATAP address, RFC 5214: the interface identifier is `0000:5efe` or `0200:5efe`, followed by an IPv4 address.
    private var isISATAP: Bool {
        (bytes[8] == 0x00 || bytes[8] == 0x02) && bytes[9] == 0 && bytes[10] == 0x5E && bytes[11] == 0xFE
    }
}

extension IPAddress {
    /// Reads `192.0.2.1` or `2001:db8::1`. An IPv4-mapped IPv6 address becomes IPv4.
    init?(parsing text: String) {
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(bytes: withUnsafeBytes(of: v4) { Array($0) })
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            let bytes = withUnsafeBytes(of: v6) { Array($0) }
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.init(bytes: isMapped ? Array(bytes.suffix(4)) : bytes)
        } else {
            return nil
        }
    }

    /// Returns a host without the brackets that an IPv6 address has in URLs.
    static func bare(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Returns the key for counting a client's requests. The key of an IPv6 address is its /64 network, which has a single owner. Any other
    /// text is returned unchanged.
    static func network(of client: String) -> String {
        guard let address = IPAddress(parsing: client), address.bytes.count == 16 else { return client }
        return "\(IPAddress(bytes: address.bytes.prefix(8) + Array(repeating: 0, count: 8)))"
    }

    var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1]
    }
}

extension IPAddress: CustomStringConvertible {
    /// The address as `192.0.2.1`, or as eight unabbreviated groups of hexadecimal digits.
    var description: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2)
            .map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}
