import NIOCore
import PlatformLibc

/// Inherited sockets, such as those that systemd passes.
enum ListeningSocket {
    /// Returns the addresses that sockets listen on.
    ///
    /// - Throws: `StartupError` for a descriptor that is not a listening stream socket.
    static func addresses(of descriptors: [CInt]) throws(StartupError) -> [SocketAddress] {
        var addresses: [SocketAddress] = []
        for descriptor in descriptors {
            guard listens(descriptor), let address = address(descriptor) else {
                throw .badSetting("The descriptor \(descriptor) is not a listening stream socket (LISTEN_FDS).")
            }
            addresses.append(address)
        }
        return addresses
    }

    /// Returns the main address: the first IP address that is not loopback, or else the first IP address, or else the first path.
    static func main(of addresses: [SocketAddress]) -> SocketAddress? {
        func isOpen(_ address: SocketAddress) -> Bool {
            address.ipAddress.flatMap(IPAddress.init(parsing:)).map { !$0.isLoopback } ?? false
        }
        return addresses.first(where: isOpen) ?? addresses.first { $0.ipAddress != nil } ?? addresses.first
    }

    /// Returns true if a socket accepts connections.
    private static func listens(_ descriptor: CInt) -> Bool {
        var (value, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0
    }

    /// Returns the address of a socket; `nil` if it is neither an IP socket nor a Unix socket.
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
