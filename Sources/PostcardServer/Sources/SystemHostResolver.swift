import NIOPosix

/// The system's resolver, which also accepts unusual spellings of IP addresses: `127.1`, `0x7f000001`, `2130706433`.
struct SystemHostResolver: HostResolver {
    let threads: NIOThreadPool

    func addresses(of host: String) async throws -> [IPAddress] {
        try await threads.runIfActive { Self.lookUp(host) }
    }

    private static func lookUp(_ host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        // Requesting a single socket type returns each IP address only once.
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
            if let address = Self.address(entry.pointee) { addresses.append(address) }
            next = entry.pointee.ai_next
        }
        return addresses
    }

    /// Returns the IP address of an entry. The bytes are at the same offsets on all systems; which module declares the structures' members
    /// depends on other imports.
    private static func address(_ entry: addrinfo) -> IPAddress? {
        let places: [CInt: Range<Int>] = [AF_INET: 4..<8, AF_INET6: 8..<24]
        guard let start = entry.ai_addr, let place = places[entry.ai_family] else { return nil }
        return IPAddress(bytes: Array(UnsafeRawBufferPointer(start: start, count: place.upperBound)[place]))
    }
}
