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
}
