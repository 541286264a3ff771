internal import HummingbirdCore
internal import NIOCore

/// Where a service listens.
enum ListeningAddress {
    /// One address, or two for `localhost`, which clients look up as either.
    static func all(_ configuration: ServerConfiguration) -> [BindAddress] {
        guard configuration.socket.isEmpty else { return [.unixDomainSocket(path: configuration.socket)] }
        let host = bare(configuration.host)
        // Two free ports would not be the same one.
        guard host == "localhost", configuration.port != 0, hasIPv6 else {
            return [.hostname(host, port: configuration.port)]
        }
        return ["127.0.0.1", "::1"].map { .hostname($0, port: configuration.port) }
    }

    /// For messages.
    static func name(_ configuration: ServerConfiguration) -> String {
        configuration.socket.isEmpty ? "\(configuration.host):\(configuration.port)" : configuration.socket
    }

    /// Without the brackets that an IPv6 address has in URLs.
    static func bare(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    private static var hasIPv6: Bool {
        ((try? System.enumerateDevices()) ?? []).contains { $0.address?.ipAddress == "::1" }
    }
}
