package import PostcardDisk
package import SystemPackage

extension LibraryIndex {
    /// The lines of an index that are durable, and that nobody takes back.
    package struct Committed: Sendable {
        /// The index. It stays readable when it is replaced.
        package let file: OpenFile
        /// The identity of the file.
        package let identity: FileStatus.Identity
        /// The end of the last line, in bytes.
        package let end: Int
        /// The number of the last change.
        package let sequence: Int
    }

    /// The lines that are committed now; `nil` if there is no index.
    ///
    /// It is looked at while nobody writes: what a change that fails takes back is not among them.
    package func committed() throws(LibraryError) -> Committed? {
        try withLock { () throws(LibraryError) in
            guard let snapshot = try snapshot() else { return nil }
            return Committed(
                file: snapshot.file, identity: snapshot.identity, end: snapshot.end,
                sequence: try snapshot.lastSequence())
        }
    }

    /// The file that is there when another machine has taken over the library. It says which, in a line for people.
    package var replacementPath: FilePath { Self.replacementPath(in: directory) }

    /// As ``replacementPath``, of the library in a folder.
    package static func replacementPath(in directory: FilePath) -> FilePath { directory.appending("replaced") }

    /// Checks that no other machine has taken over the library.
    ///
    /// - Throws: `LibraryError` with code `replaced`.
    package func requireNotReplaced() throws(LibraryError) {
        guard let file = try OpenFile(replacementPath, .reading, unless: .noSuchFileOrDirectory) else { return }
        let text = String(decoding: try file.read(1_000, at: 0), as: UTF8.self)
        throw LibraryError(
            .replaced,
            "The library \(directory) was taken over \(text.prefix { !$0.isNewline }). Nothing was changed here, since it would "
                + "not get there; reading works. Change it there.")
    }
}
