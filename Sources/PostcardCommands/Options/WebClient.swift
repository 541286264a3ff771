package import PostcardSources

/// The client of requests, and the name of the program in them.
package enum WebClient {
    /// Makes a client.
    static func make(connections: Int = 8) -> HTTPClient { HTTPClient(userAgent: userAgent, connections: connections) }

    /// The name of the program in requests.
    package static var userAgent: UserAgent { UserAgent(version: Postcard.version, contact: Postcard.contact) }
}
