import HummingbirdCore
import NIOCore
import Synchronization

/// An accepted connection. The connection is closed if nothing takes it.
///
/// NIO terminates the process if an unfinished `NIOAsyncChannel` is deallocated, for example if a client connects while the listener stops.
final class AcceptedConnection: Sendable {
    private let channel: Mutex<HTTP1Channel.Value?>

    init(_ channel: HTTP1Channel.Value) { self.channel = Mutex(channel) }

    deinit {
        guard let channel = take() else { return }
        Task { try? await channel.executeThenClose { _, _ in } }
    }

    /// Returns the channel, which the caller must finish; `nil` if it was already taken.
    func take() -> HTTP1Channel.Value? {
        channel.withLock { channel in
            defer { channel = nil }
            return channel
        }
    }
}
