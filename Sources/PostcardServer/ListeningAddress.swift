import NIOCore
import PlatformLibc
import SystemPackage

/// An address on which a service listens.
enum ListeningAddress: Sendable {
    case host(String, port: Int)
    /// The path of a Unix socket.
    case file(String)
    /// The descriptor of a socket that already listens, such as one of systemd.
    case descriptor(CInt)

    /// Returns the addresses of the settings: one, or two for `localhost`, which clients resolve to IPv4 or IPv6.
    static func all(_ configuration: ServerConfiguration) -> [ListeningAddress] {
        guard configuration.socket.isEmpty else { return [.file(configuration.socket)] }
        let host = IPAddress.bare(configuration.host)
        // With port 0, the two sockets would have different ports.
        guard host == "localhost", configuration.port != 0, hasIPv6 else {
            return [.host(host, port: configuration.port)]
        }
        return ["127.0.0.1", "::1"].map { .host($0, port: configuration.port) }
    }

    /// Returns the address of the settings for messages.
    static func name(_ configuration: ServerConfiguration) -> String {
        configuration.socket.isEmpty ? "\(configuration.host):\(configuration.port)" : configuration.socket
    }

    /// Returns the reason why listening failed, and the remedy, as the rest of a sentence.
    static func reason(_ error: IOError, _ configuration: ServerConfiguration) -> String {
        switch Errno(rawValue: error.errnoCode) {
        case .addressInUse: "another program listens there. Stop it, or choose another port (--port)."
        case .addressNotAvailable: "this machine has no such address. Name one of its own (--host)."
        case .permissionDenied where configuration.socket.isEmpty:
            "this user may not. Choose a port from 1024 on (--port)."
        case let other: "\(other)."
        }
    }

    private static var hasIPv6: Bool {
        ((try? System.enumerateDevices()) ?? []).contains { $0.address?.ipAddress == "::1" }
    }
}
