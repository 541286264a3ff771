import PlatformLibc
import PostcardDisk
import PostcardSources

/// A folder whose pictures are served, and nothing outside of it.
struct PictureFolder: Sendable {
    /// The real path, without symbolic links.
    private let root: String
    /// True when another file system is mounted here, as for a disk of its own or of another machine.
    private let isMountPoint: Bool

    /// - Throws: `StartupError` when there is no such folder.
    init(_ path: String) throws {
        guard let resolved = realpath(path, nil) else {
            throw StartupError(.badFolder, "There is no folder \(path) to serve pictures from.")
        }
        defer { free(resolved) }
        root = String(cString: resolved)
        guard let folder = OwnedDescriptor(path: root, flags: O_RDONLY | O_DIRECTORY), folder.status != nil else {
            throw StartupError(.badFolder, "\(path) is not a folder that can be read.")
        }
        isMountPoint = Self.isMountPoint(root)
    }

    /// Tells whether another file system is mounted at a path.
    static func isMountPoint(_ path: String) -> Bool {
        var (own, above) = (stat(), stat())
        return stat(path, &own) == 0 && stat("\(path)/..", &above) == 0 && own.st_dev != above.st_dev
    }

    /// True while the folder is there: not removed, and what was mounted on it mounted still.
    var isThere: Bool {
        guard let folder = OwnedDescriptor(path: root, flags: O_RDONLY | O_DIRECTORY) else {
            return DescriptorLimit.isReached(errno)
        }
        return folder.status != nil && (!isMountPoint || Self.isMountPoint(root))
    }

    /// Opens a regular file below the folder.
    ///
    /// Links may lead to other places in the folder, never out of it: the path is resolved first, and the result is then
    /// opened step by step with no link followed, so that nobody can exchange a step in between.
    ///
    /// - Parameters:
    ///   - name: decoded, `/` between its parts.
    ///   - check: gets the name that the file has without links, before it is opened.
    /// - Returns: `nil` for everything else, and for hidden files.
    /// - Throws: `HTTPError` with status 503 when no more files can be opened at the moment; what `check` throws.
    func open(
        _ name: String, check: (_ file: String) throws(HTTPError) -> Void = { _ throws(HTTPError) in }
    ) throws(HTTPError) -> OwnedDescriptor? {
        errno = 0
        if let file = try file(name, check) { return file }
        guard !DescriptorLimit.isReached(errno) else { throw HTTPError.overloaded(.openFiles) }
        return nil
    }

    /// The real path of a file below the folder; `nil` for everything else.
    func path(of name: String) -> String? {
        guard PictureName.isPath(name), let resolved = realpath("\(root)/\(name)", nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        return path.hasPrefix(prefix) ? path : nil
    }

    private var prefix: String { root == "/" ? "/" : root + "/" }

    private func file(
        _ name: String, _ check: (_ file: String) throws(HTTPError) -> Void
    ) throws(HTTPError) -> OwnedDescriptor? {
        guard let path = path(of: name)?.dropFirst(prefix.count) else { return nil }
        try check(String(path))
        let steps = path.split(separator: "/").map(String.init)
        guard let last = steps.last else { return nil }
        var descriptor = Self.open(root, at: AT_FDCWD, O_RDONLY | O_DIRECTORY)
        for step in steps.dropLast() {
            guard descriptor >= 0 else { return nil }
            let next = Self.open(step, at: descriptor, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            close(descriptor)
            descriptor = next
        }
        defer { if descriptor >= 0 { close(descriptor) } }
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        guard descriptor >= 0 else { return nil }
        let result = Self.open(last, at: descriptor, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        guard let file = OwnedDescriptor(result), let mode = file.status?.st_mode, mode & S_IFMT == S_IFREG else {
            return nil
        }
        return file
    }

    /// The identity of a file now, without opening it. `name` is that of a file that could be opened.
    func identity(of name: String) -> FileIdentity? {
        var status = stat()
        return stat("\(root)/\(name)", &status) == 0 ? FileIdentity(status) : nil
    }

    private static func open(_ name: String, at folder: CInt, _ flags: CInt) -> CInt {
        guard folder >= 0 || folder == AT_FDCWD else { return -1 }
        return openat(folder, name, flags | O_CLOEXEC)
    }
}

/// A place in object storage whose pictures are served by the names that they would have in a folder.
struct PictureBucket: Sendable {
    /// The beginning of the keys of all its pictures: empty, or with `/` at its end.
    let prefix: ObjectAddress

    /// - Throws: `StartupError` for what is no address of object storage.
    init(_ text: String) throws(StartupError) {
        guard let address = ObjectAddress(text) else {
            throw .badSetting("\(text) is not an address of object storage. Write s3://BUCKET or s3://BUCKET/PREFIX.")
        }
        let key = address.key
        prefix = address.with(key: key.isEmpty || key.hasSuffix("/") ? key : key + "/")
    }

    /// The longest key that there may be, in bytes.
    private static let maximumKeyBytes = 1_024

    /// The address of the picture with a name; `nil` for names that none in a folder has.
    func address(of name: String) -> ObjectAddress? {
        guard PictureName.isPath(name), prefix.key.utf8.count + name.utf8.count <= Self.maximumKeyBytes else {
            return nil
        }
        return prefix.with(key: prefix.key + name)
    }

    /// The address that a request names itself, with the keys of this place; `nil` for what is not here.
    func address(named address: ObjectAddress) -> ObjectAddress? {
        // By bytes: two spellings of a letter are two keys.
        guard address.profile == nil, address.bucket == prefix.bucket,
            address.key.utf8.starts(with: prefix.key.utf8),
            let name = String(address.key.utf8.dropFirst(prefix.key.utf8.count))
        else { return nil }
        return self.address(of: name)
    }
}

/// A place whose pictures are served.
enum PictureOrigin: Sendable {
    case folder(PictureFolder)
    case bucket(PictureBucket)

    /// - Throws: `StartupError` when there is no such place.
    init(_ text: String) throws {
        self = ObjectAddress.isObjectAddress(text) ? .bucket(try PictureBucket(text)) : .folder(try PictureFolder(text))
    }

    var folder: PictureFolder? {
        if case .folder(let folder) = self { folder } else { nil }
    }

    var bucket: PictureBucket? {
        if case .bucket(let bucket) = self { bucket } else { nil }
    }
}

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
        (modifiedSeconds, modifiedNanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        (changedSeconds, changedNanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}
