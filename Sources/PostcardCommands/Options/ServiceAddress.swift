import ArgumentParser
import PlatformFoundation
package import PostcardSources

/// The addresses of services, and the client of requests to them.
package enum ServiceAddress {
    /// Returns the address from an option or an environment variable; `nil` for the default one.
    static func url(_ option: String?, _ optionName: String, _ variable: String) throws -> URL? {
        guard let text = option ?? Environment[variable] else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            let name = option == nil ? variable : "--\(optionName)"
            throw ValidationError("\(name) is \(text); it must be an http or https address.")
        }
        return url
    }

    /// Makes the client of requests.
    static func client(connections: Int = 8) -> HTTPClient {
        HTTPClient(userAgent: userAgent, connections: connections)
    }

    /// The name of the program in requests.
    package static var userAgent: UserAgent { UserAgent(version: Postcard.version, contact: Postcard.contact) }
}
