internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

/// What a request knows about the connection that it came over.
struct ConnectionContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// The address of the client.
    var client: String { channel.remoteAddress?.ipAddress ?? "-" }
}
