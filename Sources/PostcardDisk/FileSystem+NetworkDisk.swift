import CLinux
import PlatformLibc
package import SystemPackage

extension FileSystem {
    /// Returns the kind of network disk that a folder is on, such as "NFS"; `nil` for a local disk, or if the kind is unknown.
    package static func networkDisk(at path: FilePath) -> String? {
        var buffer = statfs()
        guard path.withPlatformString({ statfs($0, &buffer) }) == 0 else { return nil }
        #if canImport(Darwin)
            guard buffer.f_flags & UInt32(MNT_LOCAL) == 0 else { return nil }
            return withUnsafeBytes(of: &buffer.f_fstypename) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
        #else
            guard let device = try? status(of: path)?.identity.device else { return nil }
            return networkDisk(
                type: UInt32(truncatingIfNeeded: buffer.f_type),
                isRoot: device == (try? status(of: "/"))?.identity.device, fuseName: fuseName(device, in: mounts))
        #endif
    }

    /// Returns the kind of network disk for a file system type from statfs(2).
    ///
    /// - Parameters:
    ///   - type: the magic number of the file system.
    ///   - isRoot: true if the root folder of this machine is on the same file system.
    ///   - fuseName: the name of the FUSE file system; all FUSE file systems share one magic number.
    /// - Returns: the kind; `nil` for a local disk.
    static func networkDisk(type: UInt32, isRoot: Bool, fuseName: @autoclosure () -> Substring?) -> String? {
        switch type {
        case 0x6969: "NFS"
        case 0x517B, 0xFF53_4D42, 0xFE53_4D42: "SMB"
        case 0x5346_414F, 0x6B41_4653: "AFS"
        // Sandboxes mount their root folder over 9P.
        case 0x0102_1997: isRoot ? nil : "9P"
        case 0x6573_5546: fuseName().map(String.init).flatMap { networkNames.contains($0) ? $0 : nil }
        default: nil
        }
    }

    /// The names of FUSE file systems where locks and appended bytes may not be visible to all machines.
    private static let networkNames: Set = [
        "sshfs", "rclone", "fuse-nfs", "smbnetfs", "davfs", "davfs2", "curlftpfs", "gvfsd-fuse", "s3fs", "goofys",
        "mountpoint-s3", "gcsfuse", "blobfuse", "blobfuse2", "google-drive-ocamlfuse", "onedriver",
    ]

    /// Returns the name of the FUSE file system on a device.
    ///
    /// - Parameter mounts: the contents of proc_pid_mountinfo(5), with lines such as `32 22 0:52 / /mnt/photos rw,noatime shared:9 -
    ///   fuse.sshfs ann@nas: rw`.
    /// - Returns: the name; `nil` if the device is not mounted.
    static func fuseName(_ device: UInt64, in mounts: String) -> Substring? {
        let (major, minor) = ((device >> 8) & 0xFFF | (device >> 32) & ~0xFFF, device & 0xFF | (device >> 12) & ~0xFF)
        let line = mounts.split(separator: "\n").last { line in
            line.split(separator: " ", maxSplits: 3).dropFirst(2).first == "\(major):\(minor)"
        }
        // The file system type precedes the mounted source. Some file systems have the type `fuse`, and their name is the source.
        guard let line, let end = line.firstRange(of: " - ") else { return nil }
        let words = line[end.upperBound...].split(separator: " ")
        return words.first == "fuse" ? words.dropFirst().first : words.first?.split(separator: ".").last
    }

    private static var mounts: String {
        var text: [UInt8] = []
        let file = try? OpenFile("/proc/self/mountinfo", .reading)
        while let piece = try? file?.read(1 << 16, at: text.count), !piece.isEmpty { text += piece }
        return String(decoding: text, as: UTF8.self)
    }

    /// Checks that this user may write to a file or folder or, if it is missing, to the folder in which it would be created.
    ///
    /// - Throws: `FileError` with code `permissionDenied` or `readOnlyFileSystem`.
    package static func requireWritable(_ path: FilePath) throws(FileError) {
        guard path.withPlatformString({ access($0, W_OK) }) != 0 else { return }
        let errno = lastErrno
        guard errno == .noSuchFileOrDirectory else { throw FileError(errno, while: "write to", path) }
        let folder = path.removingLastComponent()
        if !folder.isEmpty, folder != path { try requireWritable(folder) }
    }

    /// Makes a folder for temporary files that only this user can read, and returns its path.
    package static func makePrivateTemporaryFolder() throws(FileError) -> FilePath {
        let template = temporaryFolder.appending("postcard-XXXXXX")
        var name = template.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
        guard mkdtemp(&name) != nil else { throw FileError(lastErrno, while: "create a folder in", temporaryFolder) }
        return name.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } ?? template }
    }
}
