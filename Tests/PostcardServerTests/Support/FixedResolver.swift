@testable import PostcardServer

/// Knows one host's addresses.
struct FixedResolver: HostResolver {
    let addresses: [IPAddress]

    func addresses(of host: String) async throws -> [IPAddress] { addresses }
}
