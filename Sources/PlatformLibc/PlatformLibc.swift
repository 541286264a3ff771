// The C library of this platform. Decision 8 explains why it is a module.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Darwin
#endif

#if canImport(Darwin)
    extension stat {
        /// The time of the last content change, under its POSIX name.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        package var st_mtim: timespec { st_mtimespec }
        /// The time of the last change to the file or its status, under its POSIX name.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        package var st_ctim: timespec { st_ctimespec }
    }
#endif
