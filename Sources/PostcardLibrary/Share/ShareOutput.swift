import SystemPackage

/// The output of a share: a folder or an archive.
protocol ShareOutput {
    /// Adds a file.
    mutating func add(_ name: String, _ bytes: [UInt8]) throws(FileError)
    /// Adds a copy of a file, with changes applied, piece by piece.
    mutating func add(_ name: String, copyOf path: FilePath, _ edit: FileEdit) throws(FileError)
    /// Completes the output.
    mutating func finish() throws(FileError)
}

extension ShareOutput {
    /// Checks that a file name in a share does not point outside the folder or archive.
    ///
    /// - Throws: `FileError` with code `invalidKey`.
    static func check(_ name: String) throws(FileError) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }) else {
            throw FileError(.invalidKey, "\(name) can't be a file name in a share.")
        }
    }
}
