/// What the file system knows about a file.
struct FileStatus: Sendable, Equatable {
    /// Tells a file from every other one for as long as somebody has it open.
    struct Identity: Sendable, Hashable {
        let device: UInt64
        let inode: UInt64
    }

    enum Kind: Sendable { case file, directory, other }

    let identity: Identity
    let kind: Kind
    /// The number of names the file has: 0 once it was removed.
    let links: Int
    /// In bytes.
    let size: Int
    /// The time of the last change, in seconds since 1970.
    let modified: Double
}
