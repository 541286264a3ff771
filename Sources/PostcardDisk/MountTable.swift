internal import SystemPackage

/// The mounted file systems, as Linux lists them in `/proc/self/mountinfo` (proc_pid_mountinfo(5)).
struct MountTable {
    private struct Mount {
        /// Major and minor number, such as `0:52`.
        let device: Substring
        let point: FilePath
        /// Such as `nfs4` or `fuse.sshfs`.
        let type: Substring
        let source: Substring
    }

    private let mounts: [Mount]

    /// Reads lines such as `36 35 0:52 / /mnt/photos rw,noatime shared:1 - nfs4 nas:/photos rw,vers=4.2`.
    init(_ text: String) {
        mounts = text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard let separator = fields.dropFirst(6).firstIndex(of: "-"), separator + 2 < fields.count else {
                return nil
            }
            return Mount(
                device: fields[2], point: FilePath(Self.unescaped(fields[4])), type: fields[separator + 1],
                source: fields[separator + 2])
        }
    }

    /// The kind of network disk that a folder is on; nil for a disk of this machine. `path` is the folder, absolute and
    /// without links. `device` is the number of its file system.
    func networkDisk(at path: FilePath, device: UInt64) -> String? {
        let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
        let minor = device & 0xFF | (device >> 12) & ~0xFF
        let same = mounts.filter { $0.device == "\(major):\(minor)" }
        // Subvolumes of Btrfs have numbers that no mount has. Of mounts at one place the last one is seen.
        let around = mounts.filter { path.starts(with: $0.point) }
        let nearest = around.last { mount in around.allSatisfy { $0.point.length <= mount.point.length } }
        guard let mount = same.last ?? nearest else { return nil }
        // Sandboxes have their own root by 9P.
        if mount.type == "9p", same.contains(where: { $0.point == "/" }) { return nil }
        let names = mount.type == "fuse" ? [mount.source] : [mount.type.dropPrefix("fuse."), mount.type]
        return names.lazy.compactMap { Self.networkDisks[String($0)] }.first
    }

    /// File systems whose locks, or whose view of a file that another machine appends to, may not hold for all machines.
    private static let networkDisks = [
        "nfs": "NFS", "nfs4": "NFS", "fuse-nfs": "NFS", "cifs": "SMB", "smb3": "SMB", "smbfs": "SMB",
        "smbnetfs": "SMB", "9p": "9P", "afs": "AFS", "sshfs": "SSHFS", "rclone": "rclone", "davfs": "WebDAV",
        "davfs2": "WebDAV", "curlftpfs": "FTP", "gvfsd-fuse": "GVfs", "s3fs": "S3", "goofys": "S3",
        "mountpoint-s3": "S3", "gcsfuse": "Google Cloud Storage", "blobfuse": "Azure Blob Storage",
        "blobfuse2": "Azure Blob Storage", "google-drive-ocamlfuse": "Google Drive", "onedriver": "OneDrive",
    ]

    /// Spaces and backslashes are written as three octal digits behind a backslash.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Substring {
    fileprivate func dropPrefix(_ prefix: String) -> Substring { hasPrefix(prefix) ? dropFirst(prefix.count) : self }
}
