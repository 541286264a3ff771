import AsyncHTTPClient
import NIOCore
import Synchronization

/// HTTP clients for addresses that were checked, kept so that their connections are used again.
///
/// There is one for each host and address, and it connects to nothing else: who may be asked is decided anew for each request.
final class GuardedClients: Sendable {
    /// A client that ends with the last request that uses it.
    final class Client: Sendable {
        let client: HTTPClient

        fileprivate init(host: String, address: IPAddress, connections: Int) {
            var configuration = HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            configuration.dnsOverride = [host: "\(address)"]
            configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.connectionPool.idleTimeout = .seconds(60)
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
            // Its spans would have whole addresses, and its fields would go to anybody.
            configuration.tracing.tracer = nil
            client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }

        deinit { client.shutdown { _ in } }
    }

    private struct Key: Hashable {
        let host: String
        let address: String
    }
    private struct State {
        var clients: [Key: (client: Client, use: UInt64)] = [:]
        var uses: UInt64 = 0
    }
    static let limit = 32
    private let connections: Int
    private let state = Mutex(State())

    /// - Parameter connections: the largest number to a host.
    init(connections: Int) { self.connections = connections }

    /// The client for a host at an address that was checked. The one that was used longest ago goes when there are too many.
    func client(for host: String, at address: IPAddress) -> Client {
        let key = Key(host: host, address: "\(address)")
        return state.withLock { state in
            state.uses += 1
            let client =
                state.clients[key]?.client ?? Client(host: host, address: address, connections: connections)
            state.clients[key] = (client, state.uses)
            if state.clients.count > Self.limit, let oldest = state.clients.min(by: { $0.value.use < $1.value.use }) {
                state.clients[oldest.key] = nil
            }
            return client
        }
    }
}
