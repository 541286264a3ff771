package import PostcardDisk
package import SystemPackage

/// The record of individual results that commands wrote to arbitrary paths. A recorded file can be replaced as long as it is unchanged.
package struct OwnResults: Sendable {
    private let record: ResultRecord

    /// The size in bytes above which a new record is started. Files that are no longer in the record are replaced only with `--force`.
    private static let maximumBytes = 1 << 20

    /// Reads the record in a folder. A missing record is treated as empty.
    ///
    /// - Throws: `FileError` if the record is unreadable.
    package init(in folder: FilePath) throws(FileError) {
        let path = folder.appending(ResultRecord.name)
        if let status = try FileSystem.status(of: path), status.size > Self.maximumBytes {
            try FileSystem.remove(path)
        }
        record = try ResultRecord(in: folder)
    }

    /// Returns true if a file is an unchanged result.
    package func holds(_ path: FilePath) throws(FileError) -> Bool {
        let path = try FileSystem.linkTarget(of: path).absolute
        guard let status = try FileSystem.status(of: path), status.kind == .file else { return false }
        return try record.entries(of: path).contains { $0.written == status.stamp }
    }

    /// Records a written file.
    ///
    /// - Parameter meme: the id of the meme in the file, and the library that contains its record; `nil` for none.
    package func add(_ path: FilePath, meme: (id: String, library: FilePath)? = nil) throws(FileError) {
        let path = try FileSystem.linkTarget(of: path).absolute
        guard let status = try FileSystem.status(of: path), status.kind == .file else { return }
        let source = ResultRecord.Stamp(size: -1, modified: 0)
        try record.append(
            ResultRecord.Entry(
                result: path, written: status.stamp, source: source, recipe: meme?.id ?? "",
                origin: meme?.library.absolute ?? "-"))
    }

    /// Returns the id of the last meme that was written to a file, if the library has recorded it; otherwise `nil`.
    package func meme(in path: FilePath, recordedIn library: FilePath) throws(FileError) -> String? {
        let path = try FileSystem.linkTarget(of: path).absolute
        let entry = try record.entries(of: path).last { !$0.recipe.isEmpty && $0.origin == library.absolute }
        return entry?.recipe
    }
}
