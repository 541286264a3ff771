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

/// Inherited sockets, as systemd passes them.
enum ListeningSocket {
    /// Returns the addresses of sockets.
    ///
    /// - Throws: `StartupError` for a descriptor that is no listening stream socket.
    static func addresses(of descriptors: [CInt]) throws(StartupError) -> [SocketAddress] {
        var addresses: [SocketAddress] = []
        for descriptor in descriptors {
            guard listens(descriptor), let address = address(descriptor) else {
                throw .badSetting("The descriptor \(descriptor) is not a stream socket that listens (LISTEN_FDS).")
            }
            addresses.append(address)
        }
        return addresses
    }

    /// Returns the address that stands for all: the first IP address that is not loopback, or else the first IP address, or else the first path.
    static func main(of addresses: [SocketAddress]) -> SocketAddress? {
        func isOpen(_ address: SocketAddress) -> Bool {
            address.ipAddress.flatMap(IPAddress.init(parsing:)).map { !$0.isLoopback } ?? false
        }
        return addresses.first(where: isOpen) ?? addresses.first { $0.ipAddress != nil } ?? addresses.first
    }

    /// Returns true for a socket that accepts connections.
    private static func listens(_ descriptor: CInt) -> Bool {
        var (value, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0
    }

    /// Returns the address of a socket; `nil` for one that is neither an IP nor a Unix socket.
    private static func address(_ descriptor: CInt) -> SocketAddress? {
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
