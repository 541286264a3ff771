import PlatformLibc

/// A value that changes whenever a file gets other content.
struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int
    private let modifiedSeconds: Int
    private let modifiedNanoseconds: Int
    private let changedSeconds: Int
    private let changedNanoseconds: Int

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        (modifiedSeconds, modifiedNanoseconds) = (Int(modified.tv_sec), Int(modified.tv_nsec))
        (changedSeconds, changedNanoseconds) = (Int(changed.tv_sec), Int(changed.tv_nsec))
    }
}
