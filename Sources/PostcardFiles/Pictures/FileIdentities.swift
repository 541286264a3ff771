import PostcardCore
import PostcardDisk

/// The identities of the files in a list, in 8 bytes each. A file is found by any of its names.
package struct FileIdentities: Sendable {
    private var hashes: [UInt64] = []

    /// Makes an empty set.
    package init() {}

    /// Collects the existing files of a list.
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
        // Inode numbers are unique only within a device. The factor spreads the numbers from different devices.
        identity.inode ^ (identity.device &* 0x9E37_79B9_7F4A_7C15)
    }
}
