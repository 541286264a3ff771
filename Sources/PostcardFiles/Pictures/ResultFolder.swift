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

    /// A result, as it was made, whose picture is no longer there.
    package struct Orphan: Sendable, Hashable {
        /// The result.
        package let result: FilePath
        /// The place where its picture was.
        package let picture: FilePath
    }

    /// Returns the results of pictures that were in some folders, or in folders in them, and are no longer there.
    package func orphans(ofPicturesIn roots: [FilePath]) throws(LibraryError) -> [Orphan] {
        let roots = roots.map(\.absolute)
        // Addresses, and standard input, look as if they were in the folder itself.
        func picture(of entry: ResultRecord.Entry) -> FilePath? {
            guard entry.origin.components.first == ".." else { return nil }
            let path = folder.pushing(entry.origin).lexicallyNormalized()
            return roots.contains { path.below($0) != nil } ? path : nil
        }
        let entries = try record.newestEntries { entry in
            picture(of: entry).flatMap { try? FileSystem.isMissing($0) } ?? false
        }
        var orphans: [Orphan] = []
        for entry in entries {
            let result = folder.pushing(entry.result)
            guard let path = picture(of: entry), let status = try FileSystem.status(of: result),
                entry.written.isAbout(status.stamp)
            else { continue }
            orphans.append(Orphan(result: result, picture: path))
        }
        return orphans
    }

    /// Removes a result, and the folders below that of the results that have nothing left in them.
    package func remove(_ orphan: Orphan) throws(LibraryError) {
        try FileSystem.remove(orphan.result)
        var parent = orphan.result.removingLastComponent()
        while parent.below(folder) != nil, FileSystem.removeEmptyDirectory(parent) { parent.removeLastComponent() }
    }

    /// Checks that results could be written into a folder, which need not be there.
    ///
    /// - Throws: `LibraryError` with code `conflict` where a file is in the way, or `permissionDenied` …
    package static func requireWritable(_ folder: FilePath) throws(LibraryError) {
        var there = folder.absolute
        while try FileSystem.isMissing(there) { there.removeLastComponent() }
        guard try FileSystem.status(of: there)?.kind == .directory else {
            let isItself = there == folder.absolute
            throw LibraryError(
                .exists, "\(folder) \(isItself ? "is a file" : "leads through a file"); a folder is needed there.")
        }
        try FileSystem.requireWritableDirectory(there)
    }
}

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
