package import PostcardDisk
package import SystemPackage

/// The folder of results of a run, to tell what earlier runs made from pictures: `find` lists both.
package struct ResultFolder: Sendable {
    private let folder: FilePath
    private let record: ResultRecord

    /// Reads the record of a folder, which need not be there.
    ///
    /// - Throws: `LibraryError` when the record cannot be read.
    package init(_ folder: FilePath) throws(LibraryError) {
        self.folder = folder.absolute
        record = try ResultRecord(in: folder)
    }

    /// Returns a Boolean value that indicates whether a path leads to the folder itself, to its record, or to a result
    /// in it that is as it was made.
    package func holds(_ path: FilePath) throws(LibraryError) -> Bool {
        let path = path.absolute
        if path == folder || path == folder.appending(ResultRecord.name) { return true }
        guard let name = path.below(folder) else { return false }
        guard let status = try FileSystem.status(of: path) else { return false }
        // As a folder of results is not searched, those in it are not.
        if status.kind == .directory { return true }
        return try record.entries(of: name).contains { $0.written.isAbout(status.stamp) }
    }
}
