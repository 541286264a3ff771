internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

/// What a request knows about the connection that it came over.
struct ConnectionContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// Stands for the address of a client that has none, since it uses a socket of the file system.
    static let unknownClient = "-"

    /// The address of the client.
    var client: String { channel.remoteAddress?.ipAddress ?? Self.unknownClient }
}
