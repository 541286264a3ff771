package import PostcardSources

/// The HTTP client for commands, and the program's name in its requests.
package enum WebClient {
    /// Makes a client.
    static func make(connections: Int = 8) -> HTTPClient { HTTPClient(userAgent: userAgent, connections: connections) }

    /// The name of the program in requests.
    package static var userAgent: UserAgent { UserAgent(version: Postcard.version, contact: Postcard.contact) }
}
