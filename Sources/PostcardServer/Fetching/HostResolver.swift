import NIOCore
import NIOPosix
import PlatformLibc

/// Looks up the addresses of a host.
protocol HostResolver: Sendable {
    /// All addresses, in the order in which the system would try them; none for an unknown host.
    func addresses(of host: String) async throws -> [IPAddress]
}

/// The system's resolver, which also reads the odd spellings of addresses: `127.1`, `0x7f000001`, `2130706433`.
struct SystemHostResolver: HostResolver {
    let threads: NIOThreadPool

    func addresses(of host: String) async throws -> [IPAddress] {
        try await threads.runIfActive { Self.lookUp(host) }
    }

    private static func lookUp(_ host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        // One entry an address, not one for each kind of socket.
        #if canImport(Glibc)
            hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = CInt(SOCK_STREAM)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = list
        while let entry = next {
            if let address = SocketAddressBytes(entry.pointee).address { addresses.append(address) }
            next = entry.pointee.ai_next
        }
        return addresses
    }
}

/// The bytes of the address in an entry of `getaddrinfo`.
private struct SocketAddressBytes {
    let address: IPAddress?

    init(_ entry: addrinfo) {
        guard let pointer = entry.ai_addr else {
            address = nil
            return
        }
        switch entry.ai_family {
        case AF_INET:
            address = Self.address(pointer, 4..<8, of: MemoryLayout<sockaddr_in>.size)
        case AF_INET6:
            address = Self.address(pointer, 8..<24, of: MemoryLayout<sockaddr_in6>.size)
        default: address = nil
        }
    }

    /// The bytes at a place that all systems have in common, since which module has the members of these structures depends on what
    /// else is imported.
    private static func address(_ pointer: UnsafePointer<sockaddr>, _ range: Range<Int>, of size: Int) -> IPAddress? {
        IPAddress(bytes: Array(UnsafeRawBufferPointer(start: pointer, count: size)[range]))
    }
}
