/// A host name resolver.
protocol HostResolver: Sendable {
    /// Returns all IP addresses, in the order in which the system would try them; an empty array for an unknown host.
    func addresses(of host: String) async throws -> [IPAddress]
}
