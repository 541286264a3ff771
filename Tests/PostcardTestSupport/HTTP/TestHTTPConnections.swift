import NIOCore
import Synchronization

/// The open connections of a test server.
final class TestHTTPConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        channels.withLock { $0[ObjectIdentifier(channel)] = channel }
        channel.closeFuture.whenComplete { [self] _ in
            channels.withLock { $0[ObjectIdentifier(channel)] = nil }
        }
    }

    func closeAll() async {
        for channel in channels.withLock({ Array($0.values) }) {
            try? await channel.close()
        }
    }
}
