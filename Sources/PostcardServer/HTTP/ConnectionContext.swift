import NIOCore

/// The connection that a request came over.
struct ConnectionContext {
    let channel: any Channel

    /// Stands for the address of a client that has none, since it uses a socket of the file system.
    static let unknownClient = "-"

    /// The address of the client.
    var client: String { channel.remoteAddress?.ipAddress ?? Self.unknownClient }
}
