import NIOCore
import PlatformLibc
import SystemPackage

/// An IP address, path or socket that a service listens on.
enum ListeningAddress: Sendable {
    case host(String, port: Int)
    /// The path of a Unix socket.
    case file(String)
    /// The descriptor of a socket that is already listening, such as one from systemd.
    case descriptor(CInt)

    /// Returns the addresses in the settings: one, or two for `localhost`, which clients resolve to IPv4 or IPv6.
    static func all(_ configuration: ServerConfiguration) -> [ListeningAddress] {
        guard configuration.socket.isEmpty else { return [.file(configuration.socket)] }
        let host = IPAddress.bare(configuration.host)
        // With port 0, the two sockets would have different ports.
        guard host == "localhost", configuration.port != 0, hasIPv6 else {
            return [.host(host, port: configuration.port)]
        }
        return ["127.0.0.1", "::1"].map { .host($0, port: configuration.port) }
    }

    /// Returns the address in the settings, for messages.
    static func name(_ configuration: ServerConfiguration) -> String {
        configuration.socket.isEmpty ? "\(configuration.host):\(configuration.port)" : configuration.socket
    }

    /// Returns the reason why listening failed and how to fix it, as the rest of a sentence.
    static func reason(_ error: IOError, _ configuration: ServerConfiguration) -> String {
        switch Errno(rawValue: error.errnoCode) {
        case .addressInUse: "the port is in use. Stop the other program, or choose another port with --port."
        case .addressNotAvailable:
            "this machine does not have that IP address. Choose one of its addresses with --host."
        case .permissionDenied where configuration.socket.isEmpty:
            "permission denied. Choose a port of 1024 or more with --port."
        case let other: "\(other)."
        }
    }

    private static var hasIPv6: Bool {
        ((try? System.enumerateDevices()) ?? []).contains { $0.address?.ipAddress == "::1" }
    }
}
