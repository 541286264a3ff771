import PlatformLibc

/// The identity of a file's content: device, inode, size and times.
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
        (modifiedSeconds, modifiedNanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        (changedSeconds, changedNanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}
