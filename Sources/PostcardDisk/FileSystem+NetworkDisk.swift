internal import PlatformLibc
package import SystemPackage

extension FileSystem {
    /// The kind of network disk that a folder is on, such as "NFS"; nil for a disk of this machine, and where it cannot be told.
    package static func networkDisk(at path: FilePath) -> String? {
        #if canImport(Darwin)
            var buffer = statfs()
            guard path.withPlatformString({ statfs($0, &buffer) }) == 0, buffer.f_flags & UInt32(MNT_LOCAL) == 0 else {
                return nil
            }
            return withUnsafeBytes(of: &buffer.f_fstypename) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
        #else
            // The magic numbers of statfs(2) do not tell one FUSE file system from another.
            guard let status = try? status(of: path), let real = path.withPlatformString({ realpath($0, nil) }),
                let file = try? OpenFile("/proc/self/mountinfo", .reading)
            else { return nil }
            defer { free(real) }
            var text: [UInt8] = []
            while let piece = try? file.read(1 << 16, at: text.count), !piece.isEmpty { text += piece }
            return MountTable(String(decoding: text, as: UTF8.self)).networkDisk(
                at: FilePath(platformString: real), device: status.identity.device)
        #endif
    }

    /// Checks that this user may write to a file or folder, or make it where it is missing.
    ///
    /// - Throws: `LibraryError` with code `permissionDenied` or `readOnlyFileSystem`.
    package static func requireWritable(_ path: FilePath) throws(LibraryError) {
        guard path.withPlatformString({ access($0, W_OK) }) != 0 else { return }
        let errno = lastErrno
        guard errno == .noSuchFileOrDirectory else { throw LibraryError(errno, while: "write to", path) }
        let folder = path.removingLastComponent()
        if !folder.isEmpty, folder != path { try requireWritable(folder) }
    }

    /// Makes a folder for temporary files that no other user may read.
    package static func makePrivateTemporaryFolder() throws(LibraryError) -> FilePath {
        let template = temporaryFolder.appending("postcard-XXXXXX")
        var name = template.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
        guard mkdtemp(&name) != nil else { throw LibraryError(lastErrno, while: "create a folder in", temporaryFolder) }
        return name.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } ?? template }
    }
}
