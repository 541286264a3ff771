import PlatformLibc

/// The process's limit on open files and connections.
enum DescriptorLimit {
    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif
    /// The descriptors for everything except connections and the files sent over them: libraries, fonts, fetches, the index.
    private static let reserve = 192

    /// The current limit; `nil` if it is unknown.
    static var current: Int? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : nil
    }

    /// Returns true if a system call's error means that this process or the machine has too many open files.
    static func isReached(_ error: CInt) -> Bool { error == EMFILE || error == ENFILE }

    /// True if no more files can be opened at the moment.
    static var isReached: Bool {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return false
        }
        return isReached(errno)
    }

    /// Raises the limit for the wanted number of connections, as far as the system allows. Each connection might also need a file.
    ///
    /// - Returns: the number of connections that the limit allows, at most `wanted`.
    static func makeRoom(forConnections wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return wanted }
        let needed = rlim_t(clamping: wanted.multipliedReportingOverflow(by: 2).partialValue) + rlim_t(reserve)
        if limit.rlim_cur < needed, limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = min(needed, limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        guard limit.rlim_cur < needed else { return wanted }
        return max(8, (Int(limit.rlim_cur) - reserve) / 2)
    }
}
