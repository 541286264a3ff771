package import PlatformLibc
package import SystemPackage

/// An open file, which is closed with its last reference.
///
/// Child processes do not inherit it: a lock held through it ends with this process at the latest.
package final class OpenFile: Sendable {
    /// The purpose of opening a file.
    package enum Purpose: Sendable {
        /// Reading.
        case reading
        /// Reading and writing.
        case writing
        /// Reading and writing, made if it is not there.
        case writingOrCreating
        /// Writing a file that must not be there yet.
        case creating
        /// Making the names in a folder durable.
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

    // A process that is being started has a copy of the descriptor for a moment, until it runs its program: closing this one
    // alone would leave the lock with that.
    deinit { _ = flock(descriptor, LOCK_UN) }

    /// Opens a file. `mode` has the permissions of one that is made, before the umask.
    package convenience init(_ path: FilePath, _ purpose: Purpose, mode: mode_t = 0o666) throws(LibraryError) {
        guard let file = Self.open(path, purpose, mode: mode) else {
            throw LibraryError(FileSystem.lastErrno, while: purpose.action, path)
        }
        self.init(path: path, file: file)
    }

    /// Lets the group use the file or folder that this user has just made, if the group may write the folder that it is in,
    /// whatever the umask.
    package func shareWithGroup() throws(LibraryError) {
        var folder = stat()
        guard path.removingLastComponent().withPlatformString({ stat($0, &folder) }) == 0,
            let own = file.status, folder.st_mode & 0o020 != 0,
            case let wanted:mode_t = own.st_mode & S_IFMT == S_IFDIR ? 0o070 : 0o060, own.st_mode & wanted != wanted,
            own.st_gid == folder.st_gid, own.st_uid == geteuid()
        else { return }
        if fchmod(descriptor, own.st_mode & 0o7777 | wanted) != 0 { throw failure("set the permissions of") }
    }

    /// Opens a file; nil if the system reports `exception`.
    package convenience init?(_ path: FilePath, _ purpose: Purpose, unless exception: Errno) throws(LibraryError) {
        guard let file = Self.open(path, purpose) else {
            let errno = FileSystem.lastErrno
            if errno == exception { return nil }
            throw LibraryError(errno, while: purpose.action, path)
        }
        self.init(path: path, file: file)
    }

    /// Makes a file without a name, which is gone with its process until ``link()`` gives it `path`; `nil` where the system has none.
    package convenience init?(unnamedFor path: FilePath) {
        #if os(Linux)
            // O_TMPFILE, a macro that Swift does not import.
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

    /// The files that the process has open, by which one without a name is linked.
    private static let descriptors = "/proc/self/fd"

    /// Gives a file that was made without a name the one that is meant for it, where nothing may be yet.
    package func link() throws(LibraryError) {
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

    /// Returns the status of the file as it is now.
    package func status() throws(LibraryError) -> FileStatus {
        FileStatus(try information())
    }

    private func information() throws(LibraryError) -> stat {
        guard let information = file.status else { throw failure("look at") }
        return information
    }

    /// Fills `buffer` from `offset` on; returns less than its size only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(LibraryError) -> Int {
        guard let count = file.read(into: buffer, at: offset) else { throw failure("read") }
        return count
    }

    /// Reads up to `count` bytes from `offset` on.
    package func read(_ count: Int, at offset: Int) throws(LibraryError) -> [UInt8] {
        guard let bytes = file.read(upTo: count, at: offset) else { throw failure("read") }
        return bytes
    }

    /// Writes all of `bytes` at `offset`, in one call if the system takes them in one.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(LibraryError) {
        if !file.write(bytes, at: offset) { throw failure("write") }
    }

    /// As `write` with a buffer.
    package func write(_ bytes: [UInt8], at offset: Int) throws(LibraryError) {
        try bytes.withBytes { bytes throws(LibraryError) in try write(bytes, at: offset) }
    }

    /// Cuts the file off, or fills it up with zeros, at `size` bytes.
    package func truncate(to size: Int) throws(LibraryError) {
        while ftruncate(descriptor, off_t(size)) != 0 {
            if FileSystem.lastErrno != .interrupted { throw failure("cut off") }
        }
    }

    /// Lets the same users read and write the file as another one.
    ///
    /// - Throws: `LibraryError` with code `permissionDenied` if this user cannot give the file to the owner of the other one, and
    ///   that one could not write it any more.
    package func copyPermissions(of other: OpenFile) throws(LibraryError) {
        let (status, own) = (try other.information(), try information())
        if own.st_uid != status.st_uid || own.st_gid != status.st_gid,
            fchown(descriptor, status.st_uid, status.st_gid) != 0
        {
            let isSameGroup = own.st_gid == status.st_gid || fchown(descriptor, own.st_uid, status.st_gid) == 0
            guard own.st_uid == status.st_uid || (isSameGroup && status.st_mode & 0o060 == 0o060) else {
                throw LibraryError(
                    .permissionDenied,
                    "\(other.path) belongs to another user, who could not write it any more. Nothing was changed; let its "
                        + "owner do this.")
            }
        }
        if fchmod(descriptor, status.st_mode & 0o777) != 0 { throw failure("set the permissions of") }
    }

    /// Returns once everything written so far would outlive a power cut.
    package func synchronize() throws(LibraryError) {
        #if canImport(Darwin)
            // fsync(2) of Darwin does not flush the drive's own cache; not every file system has the call that does.
            if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
        #endif
        if fsync(descriptor) != 0 { throw failure("save") }
    }

    /// As `synchronize`, but need not keep the time of the last change.
    package func synchronizeData() throws(LibraryError) {
        #if canImport(Darwin)
            try synchronize()
        #else
            if fdatasync(descriptor) != 0 { throw failure("save") }
        #endif
    }

    /// Takes the lock of the file, which no other opening of it can hold at the same time, until this is deallocated.
    ///
    /// - Parameter isWaiting: whether to wait for whoever has it.
    /// - Returns: `false` if another opening has it and `isWaiting` is `false`.
    /// - Throws: `LibraryError` when the file cannot be locked.
    package func lock(isWaiting: Bool) throws(LibraryError) -> Bool {
        while flock(descriptor, isWaiting ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let errno = FileSystem.lastErrno
            if errno == .wouldBlock { return false }
            if errno != .interrupted { throw failure("lock") }
        }
        return true
    }

    private func failure(_ action: String) -> LibraryError {
        LibraryError(FileSystem.lastErrno, while: action, path)
    }
}

/// The exclusive right to do something, such as to change a library, held until it is deallocated, or the process ends.
package final class FileLock: Sendable {
    private let file: OpenFile

    /// Waits until no other process, and no other `FileLock` of this one, holds the lock at `path`.
    ///
    /// - Parameters:
    ///   - timeout: the longest time to wait; `nil` for as long as it takes.
    ///   - busy: the message of the error.
    /// - Throws: `LibraryError` with code `busy` when that time has passed.
    package init(
        _ path: FilePath, timeout: Duration? = nil,
        busy: String = "Another process is changing the library. Try again when it is done."
    ) throws(LibraryError) {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            let file = try OpenFile(path, .writingOrCreating)
            try file.shareWithGroup()
            while try !file.lock(isWaiting: deadline == nil) {
                guard let deadline, ContinuousClock.now < deadline else {
                    throw LibraryError(.busy, busy)
                }
                usleep(20_000)
            }
            // Somebody may have removed the file, and others may be locking a new one.
            if try FileSystem.status(of: path)?.identity == file.status().identity {
                self.file = file
                return
            }
        }
    }
}
