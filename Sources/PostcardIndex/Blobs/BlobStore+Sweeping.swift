import PostcardCrypto
package import PostcardDisk
package import SystemPackage

extension BlobStore {
    /// A file in the folder of a store.
    package enum Entry {
        /// A file under the name of a blob.
        case blob(BlobHash, FileStatus)
        /// An unfinished file that nobody is writing.
        case leftover(FilePath, FileStatus, isResumable: Bool)
        /// Something that no store has put there.
        case stray(FilePath)
    }

    /// Calls `body` for everything in the store, except the unfinished files that somebody is writing.
    package func forEachEntry(_ body: (Entry) throws(LibraryError) -> Void) throws(LibraryError) {
        for name in try FileSystem.names(in: directory).sorted() {
            let path = directory.appending(name)
            if name == partialDirectory.lastComponent?.string {
                try forEachLeftover(body)
            } else if name == damagedDirectory.lastComponent?.string {
                continue
            } else if name.utf8.count == 2, try FileSystem.status(of: path)?.kind == .directory {
                for rest in try FileSystem.names(in: path) {
                    let file = path.appending(rest)
                    // Removed meanwhile: nothing to say of it.
                    guard let status = try FileSystem.status(of: file) else { continue }
                    if status.kind == .file, let hash = BlobHash(name + rest) {
                        try body(.blob(hash, status))
                    } else {
                        try body(.stray(file))
                    }
                }
            } else {
                try body(.stray(path))
            }
        }
    }

    private func forEachLeftover(_ body: (Entry) throws(LibraryError) -> Void) throws(LibraryError) {
        for name in try FileSystem.names(in: partialDirectory).sorted() {
            let path = partialDirectory.appending(name)
            guard let file = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory) else { continue }
            let status = try file.status()
            guard status.kind == .file, try file.lock(isWaiting: false) else { continue }
            let isResumable = path.extension == Self.partExtension
            // Removed while it is locked, so that nobody can begin to write it meanwhile.
            try body(.leftover(path, status, isResumable: isResumable))
        }
    }

    /// Returns a Boolean value that indicates whether the store has no blob.
    func isEmpty() throws(LibraryError) -> Bool {
        for name in try FileSystem.names(in: directory) where name.utf8.count == 2 {
            if try FileSystem.names(in: directory.appending(name)).contains(where: { BlobHash(name + $0) != nil }) {
                return false
            }
        }
        return true
    }

    /// The hash of the bytes of a blob as they are now; nil if it is not there any more.
    package func currentHash(of hash: BlobHash) throws(LibraryError) -> BlobHash? {
        try Self.hash(ofFile: path(of: hash))
    }

    /// The hash of the bytes of a file; nil if it is not there.
    package static func hash(ofFile path: FilePath) throws(LibraryError) -> BlobHash? {
        guard let file = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory) else { return nil }
        var sum = SHA256()
        var offset = 0
        while case let bytes = try file.read(BlobWriter.pieceSize, at: offset), !bytes.isEmpty {
            sum.update(data: bytes)
            offset += bytes.count
        }
        return BlobHash(sum.finalize())
    }

    /// The folder to which `repair` moves blobs whose bytes are not what their names say.
    var damagedDirectory: FilePath { directory.appending("damaged") }

    /// Moves a blob out of the way whose bytes are not what its name says, so that it can be put again.
    package func setAside(_ hash: BlobHash) throws(LibraryError) {
        try FileSystem.makeSharedDirectory(damagedDirectory)
        try FileSystem.rename(path(of: hash), to: damagedDirectory.appending(hash.description))
        try FileSystem.synchronizeDirectory(damagedDirectory)
    }
}
