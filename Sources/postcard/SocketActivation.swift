import PlatformLibc

/// Sockets that systemd, or a program like it, made before it started this one: sd_listen_fds(3).
enum SocketActivation {
    /// The first descriptor that is passed.
    private static let first: CInt = 3

    /// The descriptors that are meant for a process, which the programs that it starts do not get. In `environment`,
    /// `LISTEN_FDS` is their number and `LISTEN_PID` the process that they are for. `process` is the id of the process.
    static func descriptors(in environment: [String: String], process: pid_t = getpid()) -> [CInt] {
        guard environment["LISTEN_PID"].flatMap(pid_t.init) == process,
            let count = environment["LISTEN_FDS"].flatMap(CInt.init), (1...1_024).contains(count)
        else { return [] }
        let descriptors = (first..<first + count).map(\.self)
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptors
    }
}
