import HTTPTypes

/// Finds the IP address of a request's client, even behind trusted proxies.
struct ClientAddress: Sendable {
    private let proxies: [IPAddress]

    /// - Parameter proxies: the IP addresses of proxies with a trusted `X-Forwarded-For` header.
    /// - Throws: `StartupError` for text that is not an IP address.
    init(trusting proxies: [String]) throws(StartupError) {
        self.proxies = try proxies.map { text throws(StartupError) in
            guard let address = IPAddress(parsing: text) else {
                throw .badSetting("trustedProxies contains \(text), which is not an IP address such as 10.0.0.1.")
            }
            return address
        }
    }

    /// Returns the client's IP address. This is the IP address of the connection's peer or, if the peer is a trusted proxy, the last IP
    /// address in `X-Forwarded-For` that is not a trusted proxy. Entries to the left of that one can be forged.
    func client(_ headers: HTTPFields, peer: String) -> String {
        guard !proxies.isEmpty else { return peer }
        // A connection over a Unix socket comes from this machine, so it is trusted like a proxy.
        var client = IPAddress(parsing: peer)
        guard peer == IPAddress.unknown || client.map(proxies.contains) == true else { return peer }
        let named = headers[values: .forwardedFor].flatMap { $0.split(separator: ",") }
        for text in named.reversed() {
            guard let address = IPAddress(forwarded: text.trimmingSpaces()) else { break }
            client = address
            if !proxies.contains(address) { break }
        }
        return client.map { "\($0)" } ?? peer
    }

}

extension IPAddress {
    /// Reads an IP address from `X-Forwarded-For`, with or without a port, such as `192.0.2.1:4711` or `[2001:db8::1]:4711`.
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
}
