package import PlatformLibc
package import SystemPackage

/// An open file, closed when the last reference to this object is released.
///
/// Child processes do not inherit the file. A lock on the file is released when this process ends, if not earlier.
package final class OpenFile: Sendable {
    /// The purpose for which a file is opened.
    package enum Purpose: Sendable {
        /// Reading only.
        case reading
        /// Reading and writing.
        case writing
        /// Reading and writing; if the file is missing, it is created.
        case writingOrCreating
        /// Writing a file that must not exist yet.
        case creating
        /// Synchronizing the names in a folder.
        case directory

        fileprivate var flags: Int32 {
            switch self {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .writingOrCreating: O_RDWR | O_CREAT
            case .creating: O_RDWR | O_CREAT | O_EXCL
            case .directory: O_RDONLY | O_DIRECTORY
            }
        }

        fileprivate var action: String {
            switch self {
            case .reading, .directory: "open"
            case .writing: "open for writing"
            case .writingOrCreating, .creating: "create"
            }
        }
    }

    package let path: FilePath
    private let file: OwnedDescriptor
    private var descriptor: CInt { file.number }

    private init(path: FilePath, file: consuming OwnedDescriptor) {
        self.path = path
        self.file = file
    }

    // A child process has a copy of the descriptor from fork to exec. If this descriptor were only closed, that copy would still hold the
    // lock.
    deinit { _ = flock(descriptor, LOCK_UN) }

    /// Opens a file. `mode` contains the permissions of a new file, before the umask.
    package convenience init(_ path: FilePath, _ purpose: Purpose, mode: mode_t = 0o666) throws(FileError) {
        guard let file = Self.open(path, purpose, mode: mode) else {
            throw FileError(FileSystem.lastErrno, while: purpose.action, path)
        }
        self.init(path: path, file: file)
    }

    /// Gives the group access to this user's file or folder if the group can write to the containing folder. The umask is ignored.
    package func shareWithGroup() throws(FileError) {
        var folder = stat()
        guard path.removingLastComponent().withPlatformString({ stat($0, &folder) }) == 0,
            let own = file.status, folder.st_mode & 0o020 != 0,
            case let wanted:mode_t = own.st_mode & S_IFMT == S_IFDIR ? 0o070 : 0o060, own.st_mode & wanted != wanted,
            own.st_gid == folder.st_gid, own.st_uid == geteuid()
        else { return }
        if fchmod(descriptor, own.st_mode & 0o7777 | wanted) != 0 { throw failure("set the permissions of") }
    }

    /// Opens a file; `nil` if the system reports the error `exception`.
    package convenience init?(_ path: FilePath, _ purpose: Purpose, unless exception: Errno) throws(FileError) {
        guard let file = Self.open(path, purpose) else {
            let errno = FileSystem.lastErrno
            if errno == exception { return nil }
            throw FileError(errno, while: purpose.action, path)
        }
        self.init(path: path, file: file)
    }

    /// Creates a file without a name; `nil` if the system does not support such files. The file disappears when its last descriptor is
    /// closed, unless ``link()`` gives it the name `path`.
    package convenience init?(unnamedFor path: FilePath) {
        #if os(Linux)
            // This is O_TMPFILE, a macro that Swift does not import.
            let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR
            let folder = path.removingLastComponent()
            var file: OwnedDescriptor?
            (folder.isEmpty ? FilePath(".") : folder).withPlatformString {
                file = OwnedDescriptor(path: $0, flags: flags)
            }
            guard access(Self.descriptors, X_OK) == 0, let file else { return nil }
            self.init(path: path, file: file)
        #else
            return nil
        #endif
    }

    /// The folder of the process's descriptors, used to link a file without a name.
    private static let descriptors = "/proc/self/fd"

    /// Gives a file without a name its path. No file may exist at that path yet.
    package func link() throws(FileError) {
        let result = path.withPlatformString {
            linkat(AT_FDCWD, "\(Self.descriptors)/\(descriptor)", AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
        }
        if result != 0 { throw failure("create") }
    }

    private static func open(_ path: FilePath, _ purpose: Purpose, mode: mode_t = 0o666) -> OwnedDescriptor? {
        var file: OwnedDescriptor?
        path.withPlatformString { file = OwnedDescriptor(path: $0, flags: purpose.flags, mode: mode) }
        return file
    }

    /// Returns the current status of the file.
    package func status() throws(FileError) -> FileStatus {
        FileStatus(try information())
    }

    private func information() throws(FileError) -> stat {
        guard let information = file.status else { throw failure("access") }
        return information
    }

    /// Fills `buffer` with the bytes starting at `offset`.
    ///
    /// - Returns: the number of bytes read; fewer than the buffer size only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
        guard let count = file.read(into: buffer, at: offset) else { throw failure("read") }
        return count
    }

    /// Returns up to `count` bytes starting at `offset`; fewer than `count` only at the end of the file.
    package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        guard let bytes = file.read(upTo: count, at: offset) else { throw failure("read") }
        return bytes
    }

    /// Writes all of `bytes` at `offset`, in one system call if possible.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
        if !file.write(bytes, at: offset) { throw failure("write") }
    }

    /// Writes all of `bytes` at `offset`.
    package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try bytes.withBytes { bytes throws(FileError) in try write(bytes, at: offset) }
    }

    /// Sets the length to `size` bytes. A longer file is truncated; a shorter one is padded with zeros.
    package func truncate(to size: Int) throws(FileError) {
        while ftruncate(descriptor, off_t(size)) != 0 {
            if FileSystem.lastErrno != .interrupted { throw failure("set the length of") }
        }
    }

    /// Copies the owner, group and permissions from another file.
    ///
    /// - Throws: `FileError` with code `permissionDenied` if this user can't give the file to the owner of `other`, who would then be
    ///   unable to write to it.
    package func copyPermissions(of other: OpenFile) throws(FileError) {
        let (status, own) = (try other.information(), try information())
        if own.st_uid != status.st_uid || own.st_gid != status.st_gid,
            fchown(descriptor, status.st_uid, status.st_gid) != 0
        {
            let isSameGroup = own.st_gid == status.st_gid || fchown(descriptor, own.st_uid, status.st_gid) == 0
            guard own.st_uid == status.st_uid || (isSameGroup && status.st_mode & 0o060 == 0o060) else {
                throw FileError(
                    .permissionDenied,
                    "\(other.path) belongs to another user, who would lose write access. Nothing was changed. Only the file's "
                        + "owner can do this.")
            }
        }
        if fchmod(descriptor, status.st_mode & 0o777) != 0 { throw failure("set the permissions of") }
    }

    /// Makes all writes so far durable, so they survive a power failure.
    package func synchronize() throws(FileError) {
        #if canImport(Darwin)
            // On Darwin, fsync(2) does not flush the drive's cache. Some file systems lack F_FULLFSYNC.
            if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
        #endif
        if fsync(descriptor) != 0 { throw failure("save") }
    }

    /// Makes all bytes written so far durable. The modification time may be lost.
    package func synchronizeData() throws(FileError) {
        #if canImport(Darwin)
            try synchronize()
        #else
            if fdatasync(descriptor) != 0 { throw failure("save") }
        #endif
    }

    /// A kind of lock on a file.
    package enum Lock: Sendable {
        /// A lock that excludes all other locks.
        case exclusive
        /// A lock that excludes only exclusive locks.
        case shared
    }

    /// Locks the file until this object is deallocated.
    ///
    /// - Parameter isWaiting: true to wait until other holders release the lock.
    /// - Returns: `false` if another open file holds the lock and `isWaiting` is `false`.
    /// - Throws: `FileError` if the file can't be locked.
    package func lock(_ kind: Lock = .exclusive, isWaiting: Bool) throws(FileError) -> Bool {
        while flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | (isWaiting ? 0 : LOCK_NB)) != 0 {
            let errno = FileSystem.lastErrno
            if errno == .wouldBlock { return false }
            if errno != .interrupted { throw failure("lock") }
        }
        return true
    }

    private func failure(_ action: String) -> FileError {
        FileError(FileSystem.lastErrno, while: action, path)
    }
}
