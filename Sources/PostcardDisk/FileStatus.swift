package import PlatformLibc

extension FileStatus {
    package init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
        let time = status.st_mtim
        self.init(
            identity: Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino)),
            kind: kind, links: Int(status.st_nlink), size: Int(status.st_size),
            modified: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

/// The properties of a file as reported by the file system.
package struct FileStatus: Sendable, Equatable {
    /// The device and inode number. While this file is open, no other file has the same device and inode number.
    package struct Identity: Sendable, Hashable {
        package let device: UInt64
        package let inode: UInt64
    }

    package enum Kind: Sendable { case file, directory, other }

    package let identity: Identity
    package let kind: Kind
    /// The number of hard links; 0 for a removed file that is still open.
    package let links: Int
    /// The length in bytes.
    package let size: Int
    /// The modification time, in seconds since 1970.
    package let modified: Double
}
