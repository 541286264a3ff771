import PostcardCrypto
package import PostcardDisk
package import SystemPackage

extension BlobStore {
    /// An entry in the folder of a store.
    package enum Entry {
        /// A file with the name of a blob.
        case blob(BlobHash, FileStatus)
        /// An unfinished file that no process is writing.
        case leftover(FilePath, FileStatus, isResumable: Bool)
        /// A file or folder that Postcard did not create.
        case stray(FilePath)
    }

    /// Calls `body` for every entry of the store except the unfinished files that a process is writing.
    package func forEachEntry(_ body: (Entry) throws(FileError) -> Void) throws(FileError) {
        for name in try FileSystem.names(in: directory).sorted() {
            let path = directory.appending(name)
            if name == partialDirectory.lastComponent?.string {
                try forEachLeftover(body)
            } else if name == damagedDirectory.lastComponent?.string {
                continue
            } else if name.utf8.count == 2, try FileSystem.status(of: path)?.kind == .directory {
                for rest in try FileSystem.names(in: path) {
                    let file = path.appending(rest)
                    // The file was removed during the loop.
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

    private func forEachLeftover(_ body: (Entry) throws(FileError) -> Void) throws(FileError) {
        for name in try FileSystem.names(in: partialDirectory).sorted() {
            let path = partialDirectory.appending(name)
            guard let file = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory) else { continue }
            let status = try file.status()
            guard status.kind == .file, try file.lock(isWaiting: false) else { continue }
            let isResumable = path.extension == Self.partExtension
            // The lock is held while `body` runs: no process must start writing a file that `body` removes.
            try body(.leftover(path, status, isResumable: isResumable))
        }
    }

    /// Returns true if the store has no blobs.
    func isEmpty() throws(FileError) -> Bool {
        for name in try FileSystem.names(in: directory) where name.utf8.count == 2 {
            if try FileSystem.names(in: directory.appending(name)).contains(where: { BlobHash(name + $0) != nil }) {
                return false
            }
        }
        return true
    }

    /// Computes the hash of a file's bytes; `nil` if the file is missing.
    package static func hash(ofFile path: FilePath) throws(FileError) -> BlobHash? {
        guard let file = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory) else { return nil }
        var sum = SHA256()
        var offset = 0
        while case let bytes = try file.read(BlobWriter.pieceSize, at: offset), !bytes.isEmpty {
            sum.update(data: bytes)
            offset += bytes.count
        }
        return BlobHash(sum.finalize())
    }

    /// The folder for quarantined blobs, whose bytes do not match the hashes in their names.
    var damagedDirectory: FilePath { directory.appending("damaged") }

    /// Quarantines a blob whose bytes do not match the hash in its name. The blob can then be stored again.
    package func quarantine(_ hash: BlobHash) throws(FileError) {
        try FileSystem.makeSharedDirectory(damagedDirectory)
        try FileSystem.rename(path(of: hash), to: damagedDirectory.appending(hash.description))
        try FileSystem.synchronizeDirectory(damagedDirectory)
    }
}
