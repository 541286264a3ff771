import PostcardCore
package import PostcardDisk
import SystemPackage

extension BlobStore {
    /// Begins a blob whose bytes come piece by piece. What was written is removed unless it is finished.
    ///
    /// - Parameter limit: the most bytes it may have.
    /// - Throws: `LibraryError` when the file cannot be made.
    package func makeWriter(limit: Int) throws(LibraryError) -> BlobWriter {
        try makePartialDirectory()
        return try BlobWriter(TemporaryFile.make(in: partialDirectory), of: self, limit: limit)
    }

    /// Begins a blob, or goes on with one that an earlier writer of the same name has not finished.
    ///
    /// What was written stays when the writer goes away, or the process dies, until it is finished, cancelled, or too
    /// old for `compact`. `BlobWriter.count` says where to go on; what is there already is read once, to hash it.
    ///
    /// - Parameters:
    ///   - name: what to know it by: 1 to 100 letters, digits, hyphens and underscores.
    ///   - limit: the most bytes it may have.
    /// - Throws: `LibraryError` with the code `busy` if another writer of that name is at work, `tooLarge` if there is
    ///   more than `limit` already.
    package func makeWriter(resuming name: String, limit: Int) throws(LibraryError) -> BlobWriter {
        guard (1...100).contains(name.utf8.count), name.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-_") }) else {
            throw LibraryError(
                .invalidKey,
                "\"\(name)\" can't be the name of an unfinished file: use 1 to 100 letters, digits, hyphens "
                    + "and underscores."
            )
        }
        try makePartialDirectory()
        return try BlobWriter(
            TemporaryFile.open(partialDirectory.appending("\(name).\(Self.partExtension)")), of: self, limit: limit)
    }

    /// The file name extension of unfinished files that can be resumed.
    static let partExtension = "part"

    /// Gives a finished file its place.
    func adopt(_ file: TemporaryFile, as reference: BlobReference) throws(LibraryError) {
        if try isKept(reference) { return try file.remove() }
        let target = path(of: reference.hash)
        try FileSystem.makeSharedDirectory(target.removingLastComponent())
        try file.move(to: target)
    }

    private func makePartialDirectory() throws(LibraryError) {
        if try FileSystem.status(of: partialDirectory) != nil { return }
        try FileSystem.makeSharedDirectory(directory)
        try FileSystem.makeSharedDirectory(partialDirectory)
    }
}
