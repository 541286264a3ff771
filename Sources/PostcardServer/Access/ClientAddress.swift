import HTTPTypes
import PlatformLibc

/// Tells who a client is, also behind proxies that we trust.
struct ClientAddress: Sendable {
    private let proxies: [IPAddress]

    /// `proxies` are the addresses whose `X-Forwarded-For` is believed.
    init(trusting proxies: [String]) throws(StartupError) {
        var addresses: [IPAddress] = []
        for text in proxies {
            guard let address = IPAddress(parsing: text) else {
                throw StartupError(.badSetting, "trustedProxies has \(text), which is not an address such as 10.0.0.1.")
            }
            addresses.append(address)
        }
        self.proxies = addresses
    }

    /// The address that a request came from: that of the connection or, when a trusted proxy made it, the last one that the
    /// proxies name and that is not one of them. What stands before it anybody could have written.
    func client(_ headers: HTTPFields, peer: String) -> String {
        guard !proxies.isEmpty else { return peer }
        // Who may open a socket of the file system is one of our own.
        var client = IPAddress(parsing: peer)
        guard peer == ConnectionContext.unknownClient || client.map(proxies.contains) == true else { return peer }
        let named = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for text in named.reversed() {
            guard let address = IPAddress(forwarded: text.trimmingSpaces()) else { break }
            client = address
            if !proxies.contains(address) { break }
        }
        return client.map { "\($0)" } ?? peer
    }

    /// The key under which the requests of a client are counted: the owner of an IPv6 address has all 2^64 of its network.
    static func bucket(of client: String) -> String {
        guard let address = IPAddress(parsing: client), address.bytes.count == 16 else { return client }
        return "\(IPAddress(bytes: address.bytes.prefix(8) + Array(repeating: 0, count: 8)))"
    }
}

extension IPAddress {
    /// Reads what proxies name a client by: an address, which may have a port behind it, as `192.0.2.1:4711` or
    /// `[2001:db8::1]:4711`.
    fileprivate init?(forwarded text: some StringProtocol) {
        let text = String(text)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            self.init(parsing: String(text[..<end].dropFirst()))
        } else if text.count(where: { $0 == ":" }) == 1 {
            self.init(parsing: String(text.prefix { $0 != ":" }))
        } else {
            self.init(parsing: text)
        }
    }

    /// Reads `192.0.2.1` or `2001:db8::1`; an IPv4 address within an IPv6 address counts as IPv4.
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
}
