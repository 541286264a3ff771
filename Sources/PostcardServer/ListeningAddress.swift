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

    /// Returns the addresses of inherited sockets, and sets `host` and `port` of the settings to those of one of them: the first IP address
    /// that is not loopback, or else the first IP address, or else the first path. The names by which the service may be called follow from `host`.
    ///
    /// - Throws: `StartupError` for a descriptor that is no listening stream socket.
    static func all(
        _ descriptors: [CInt], _ configuration: inout ServerConfiguration
    ) throws(StartupError) -> [ListeningAddress] {
        var addresses: [SocketAddress] = []
        for descriptor in descriptors {
            guard ListeningSocket.listens(descriptor), let address = ListeningSocket.address(descriptor) else {
                throw .badSetting("The descriptor \(descriptor) is not a stream socket that listens (LISTEN_FDS).")
            }
            addresses.append(address)
        }
        let open = addresses.first { address in
            address.ipAddress.flatMap(IPAddress.init(parsing:)).map { !$0.isLoopback } ?? false
        }
        let named = open ?? addresses.first { $0.ipAddress != nil }
        configuration.host = named?.ipAddress ?? addresses.first?.pathname ?? configuration.host
        configuration.port = named?.port ?? 0
        return descriptors.map(ListeningAddress.descriptor)
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

/// Checks of inherited sockets.
enum ListeningSocket {
    /// Returns true for a socket that accepts connections.
    static func listens(_ descriptor: CInt) -> Bool {
        var (value, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0
    }

    /// Returns the address of a socket; `nil` for one that is neither an IP nor a Unix socket.
    static func address(_ descriptor: CInt) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) == 0 }
        }
        guard isKnown else { return nil }
        switch CInt(storage.ss_family) {
        case AF_INET:
            return withUnsafeBytes(of: &storage) { SocketAddress($0.loadUnaligned(as: sockaddr_in.self)) }
        case AF_INET6:
            return withUnsafeBytes(of: &storage) { SocketAddress($0.loadUnaligned(as: sockaddr_in6.self)) }
        case AF_UNIX:
            return withUnsafeBytes(of: &storage) { SocketAddress($0.loadUnaligned(as: sockaddr_un.self)) }
        default: return nil
        }
    }
}
