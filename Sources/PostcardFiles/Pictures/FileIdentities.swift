import PostcardCore
import PostcardDisk
import SystemPackage

/// The files that a list names, known by what they are and not by how they are called: 8 bytes a file.
package struct FileIdentities: Sendable {
    private var hashes: [UInt64] = []

    /// No files.
    package init() {}

    /// The files of a list that there are.
    package init(of list: PictureList) {
        hashes.reserveCapacity(list.count)
        for picture in list {
            guard case .file(let path) = picture.source, let status = try? FileSystem.status(of: path) else { continue }
            hashes.append(Self.hash(status.identity))
        }
        hashes.sort()
    }

    func contains(_ identity: FileStatus.Identity) -> Bool {
        let hash = Self.hash(identity)
        let index = hashes.partitioningIndex { $0 >= hash }
        return index < hashes.count && hashes[index] == hash
    }

    private static func hash(_ identity: FileStatus.Identity) -> UInt64 {
        // Inodes of one disk are all different; another disk's are turned away from them.
        identity.inode ^ (identity.device &* 0x9E37_79B9_7F4A_7C15)
    }
}
