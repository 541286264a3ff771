/// The properties of a file that the file system keeps.
package struct FileStatus: Sendable, Equatable {
    /// The device and file number, which no other file has as long as this one is open.
    package struct Identity: Sendable, Hashable {
        package let device: UInt64
        package let inode: UInt64
    }

    package enum Kind: Sendable { case file, directory, other }

    package let identity: Identity
    package let kind: Kind
    /// The number of names the file has: 0 once it was removed.
    package let links: Int
    /// In bytes.
    package let size: Int
    /// The time of the last change, in seconds since 1970.
    package let modified: Double
}
