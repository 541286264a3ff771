/// A resolver of host names.
protocol HostResolver: Sendable {
    /// Returns all IP addresses, in the order in which the system would try them; none for an unknown host.
    func addresses(of host: String) async throws -> [IPAddress]
}
