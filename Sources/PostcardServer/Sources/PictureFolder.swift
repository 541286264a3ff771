import PlatformLibc
import PostcardDisk
import PostcardSources

/// A folder of pictures to serve. Files outside the folder can't be reached.
struct PictureFolder: Sendable {
    /// The real path, without symbolic links.
    private let root: String
    /// True if the folder was a mount point at startup.
    private let isMountPoint: Bool
    /// The file calls in the folder. All methods except the initializer are called in ``FolderCalls/run(within:_:)``.
    let calls: FolderCalls

    /// - Parameter calls: returns the file calls for a folder.
    /// - Throws: `StartupError` for a missing or unreadable folder.
    init(_ path: String, calls: (_ folder: String) -> FolderCalls) throws {
        guard let resolved = realpath(path, nil) else {
            throw StartupError(.badFolder, "Picture folder not found: \(path).")
        }
        defer { free(resolved) }
        root = String(cString: resolved)
        guard let folder = OwnedDescriptor(path: root, flags: O_RDONLY | O_DIRECTORY), folder.status != nil else {
            throw StartupError(.badFolder, "\(path) is not a readable folder.")
        }
        isMountPoint = Self.isMountPoint(root)
        self.calls = calls(root)
    }

    /// Returns true if another file system is mounted at a path.
    static func isMountPoint(_ path: String) -> Bool {
        var (own, above) = (stat(), stat())
        return stat(path, &own) == 0 && stat("\(path)/..", &above) == 0 && own.st_dev != above.st_dev
    }

    /// True while the folder exists and its disk is mounted.
    var isAvailable: Bool {
        guard let folder = OwnedDescriptor(path: root, flags: O_RDONLY | O_DIRECTORY) else {
            return DescriptorLimit.isReached(errno)
        }
        return folder.status != nil && (!isMountPoint || Self.isMountPoint(root))
    }

    /// Opens a regular file in the folder.
    ///
    /// Links may point to other locations in the folder, but not outside it. The path is resolved first. Then the resolved path is opened
    /// part by part without following links, so no part can be replaced in between.
    ///
    /// - Parameters:
    ///   - name: the decoded path in the folder.
    ///   - check: receives the path without links before the file is opened.
    /// - Returns: `nil` for a missing or hidden file, or a file that is not regular.
    /// - Throws: `HTTPError` with status 503 if too many files are open; the error from `check`.
    func open(
        _ name: String, check: (_ file: String) throws(HTTPError) -> Void = { _ throws(HTTPError) in }
    ) throws(HTTPError) -> OwnedDescriptor? {
        errno = 0
        guard let path = path(of: name)?.dropFirst(prefix.count) else { return try Self.noFile() }
        try check(String(path))
        let steps = path.split(separator: "/").map(String.init)
        guard let last = steps.last, var folder = OwnedDescriptor(path: root, flags: O_RDONLY | O_DIRECTORY) else {
            return try Self.noFile()
        }
        for step in steps.dropLast() {
            guard let next = OwnedDescriptor(path: step, in: folder, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
                return try Self.noFile()
            }
            folder = next
        }
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        guard let file = OwnedDescriptor(path: last, in: folder, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let mode = file.status?.st_mode, mode & S_IFMT == S_IFREG
        else { return try Self.noFile() }
        return file
    }

    /// Returns `nil` for a file that can't be opened; throws if the reason in `errno` is that too many files are open.
    private static func noFile() throws(HTTPError) -> OwnedDescriptor? {
        guard !DescriptorLimit.isReached(errno) else { throw .overloaded(.openFiles) }
        return nil
    }

    /// Returns the real path of a file in the folder; `nil` for a missing or hidden file.
    func path(of name: String) -> String? {
        guard PictureName.isPath(name), let resolved = realpath("\(root)/\(name)", nil) else { return nil }
        defer { free(resolved) }
        let path = String(cString: resolved)
        return path.hasPrefix(prefix) ? path : nil
    }

    private var prefix: String { root == "/" ? "/" : root + "/" }

    /// Returns the current identity of a previously opened file, without opening the file.
    func identity(of name: String) -> FileIdentity? {
        var status = stat()
        return stat("\(root)/\(name)", &status) == 0 ? FileIdentity(status) : nil
    }
}

// MARK: Buckets

/// Object storage URLs as prefixes. The pictures under a prefix are named like those in a folder.
extension ObjectAddress {
    /// Parses a prefix. The prefix's key is empty or ends with `/`, which is added if needed.
    ///
    /// - Throws: `StartupError` for text that is not an object storage URL.
    init(prefix text: String) throws(StartupError) {
        guard let address = ObjectAddress(text) else {
            throw .badSetting("\(text) is not an object storage URL. Write s3://BUCKET or s3://BUCKET/PREFIX.")
        }
        let key = address.key
        self = address.with(key: key.isEmpty || key.hasSuffix("/") ? key : key + "/")
    }

    /// The maximum length of a key in bytes.
    private static var maximumKeyBytes: Int { 1_024 }

    /// Returns the URL of the picture with the given name under this prefix; `nil` for an invalid name.
    func address(of name: String) -> ObjectAddress? {
        guard PictureName.isPath(name), key.utf8.count + name.utf8.count <= Self.maximumKeyBytes else { return nil }
        return with(key: key + name)
    }

    /// Returns the URL of an object under this prefix, with the prefix's profile; `nil` for an object that is not under the prefix.
    func address(named address: ObjectAddress) -> ObjectAddress? {
        // Bytes are compared, because different Unicode spellings are different keys.
        guard address.profile == nil, address.bucket == bucket, address.key.utf8.starts(with: key.utf8),
            let name = String(address.key.utf8.dropFirst(key.utf8.count))
        else { return nil }
        return self.address(of: name)
    }
}
