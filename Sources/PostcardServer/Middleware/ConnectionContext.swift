internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// What a request knows about the connection that it came over.
struct ConnectionContext: InitializableFromSource {
    let channel: any Channel
    let logger: Logger

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
        var logger = source.logger
        // The framework's own number of the request; ours is in every line that concerns one.
        logger[metadataKey: "hb.request.id"] = nil
        self.logger = logger
    }

    /// The address of the client.
    var client: String { channel.remoteAddress?.ipAddress ?? "-" }
}
