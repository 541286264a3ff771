#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The number of files and connections that the process may have open.
enum DescriptorLimit {
    /// Whether a call failed because no more can be opened, by this process or on this machine.
    static func isReached(_ error: CInt) -> Bool { error == EMFILE || error == ENFILE }
}
