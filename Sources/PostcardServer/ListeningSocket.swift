import NIOCore
import PlatformLibc

/// Sockets that another program made.
enum ListeningSocket {
    /// True for a stream socket that takes connections.
    static func listens(_ descriptor: CInt) -> Bool {
        var (value, size) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value != 0
    }

    /// Its address; `nil` for a kind of address that is neither of IP nor of the file system.
    static func address(_ descriptor: CInt) -> SocketAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &size) == 0 }
        }
        guard isKnown else { return nil }
        switch CInt(family(of: storage)) {
        case AF_INET:
            return withUnsafeBytes(of: &storage) { SocketAddress($0.loadUnaligned(as: sockaddr_in.self)) }
        case AF_INET6:
            return withUnsafeBytes(of: &storage) { SocketAddress($0.loadUnaligned(as: sockaddr_in6.self)) }
        case AF_UNIX:
            return withUnsafeBytes(of: &storage) { SocketAddress($0.loadUnaligned(as: sockaddr_un.self)) }
        default: return nil
        }
    }

    private static func family(of storage: sockaddr_storage) -> sa_family_t {
        #if canImport(Darwin)
            let place = 1
        #else
            let place = 0
        #endif
        return withUnsafeBytes(of: storage) { $0.loadUnaligned(fromByteOffset: place, as: sa_family_t.self) }
    }
}
