import HummingbirdCore
import NIOCore
import Synchronization

/// A connection that was accepted. It is closed if nothing takes it.
///
/// NIO ends the process when an `NIOAsyncChannel` is dropped that nothing has finished, as when a client connects while the listener stops.
final class AcceptedConnection: Sendable {
    private let channel: Mutex<HTTP1Channel.Value?>

    init(_ channel: HTTP1Channel.Value) { self.channel = Mutex(channel) }

    deinit {
        guard let channel = take() else { return }
        Task { try? await channel.executeThenClose { _, _ in } }
    }

    /// Returns the channel, which the caller then has to finish; `nil` if it was taken before.
    func take() -> HTTP1Channel.Value? {
        channel.withLock { channel in
            defer { channel = nil }
            return channel
        }
    }
}
