import PlatformLibc
import SystemPackage

/// Checks that the system provides everything that the concurrency runtime needs. Otherwise the runtime would wait forever, or end the
/// process without a message.
enum SystemCheck {
    /// Checks that threads can be started and, on Linux, that `/proc` can be read.
    ///
    /// - Throws: `Failure` with status 71.
    static func run() throws(Failure) {
        #if os(Linux)
            guard access("/proc/self/stat", R_OK) == 0 else {
                throw Failure(.system, "Can't read /proc. Mount it: mount -t proc proc /proc")
            }
            var thread = pthread_t()
            let result = pthread_create(&thread, nil, { _ in nil }, nil)
            guard result == 0 else {
                let reason = Errno(rawValue: result).description.lowercased()
                throw Failure(
                    .system,
                    "Can't start a thread: \(reason). Allow more processes (ulimit -u) or memory (ulimit -v).")
            }
            pthread_join(thread, nil)
        #endif
    }
}
