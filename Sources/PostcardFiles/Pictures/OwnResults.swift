package import PostcardDisk
package import SystemPackage

/// The record of single results that commands wrote, each to a place of its own: such a file may be replaced as long as it is as it was
/// written.
package struct OwnResults: Sendable {
    private let record: ResultRecord

    /// The number of bytes beyond which the record begins anew: what is forgotten is replaced only by force.
    private static let maximumBytes = 1 << 20

    /// Reads the record in a folder; an empty one where there is none.
    ///
    /// - Throws: `LibraryError` when the record cannot be read.
    package init(in folder: FilePath) throws(LibraryError) {
        let path = folder.appending(ResultRecord.name)
        if let status = try FileSystem.status(of: path), status.size > Self.maximumBytes {
            try FileSystem.remove(path)
        }
        record = try ResultRecord(in: folder)
    }

    /// Returns a Boolean value that indicates whether a file is as it was written.
    package func holds(_ path: FilePath) throws(LibraryError) -> Bool {
        let path = try FileSystem.linkTarget(of: path).absolute
        guard let status = try FileSystem.status(of: path), status.kind == .file else { return false }
        return try record.entries(of: path).contains { $0.written == status.stamp }
    }

    /// Takes note of a file that was written.
    package func add(_ path: FilePath) throws(LibraryError) {
        let path = try FileSystem.linkTarget(of: path).absolute
        guard let status = try FileSystem.status(of: path), status.kind == .file else { return }
        let source = ResultRecord.Stamp(size: -1, modified: 0)
        try record.append(
            ResultRecord.Entry(result: path, written: status.stamp, source: source, recipe: "", origin: "-"))
    }
}
