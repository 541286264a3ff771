import ArgumentParser
import PlatformFoundation
package import PostcardSources

/// The addresses of services, and the HTTP transport.
package enum ServiceAddress {
    /// The address that an option or an environment variable names; `nil` for the service's own.
    static func url(_ option: String?, _ optionName: String, _ variable: String) throws -> URL? {
        guard let text = option ?? Environment[variable] else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            let name = option == nil ? variable : "--\(optionName)"
            throw ValidationError("\(name) is \(text); it must be an http or https address.")
        }
        return url
    }

    /// The transport of all requests.
    static func transport(connections: Int = 8) -> CurlTransport {
        CurlTransport(userAgent: userAgent, connections: connections)
    }

    /// The name that servers are told.
    package static var userAgent: UserAgent { UserAgent(version: Postcard.version, contact: Postcard.contact) }
}
