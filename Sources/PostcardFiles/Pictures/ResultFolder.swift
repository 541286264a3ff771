package import PostcardDisk
package import SystemPackage

/// The results folder of a run, with the record that distinguishes results of earlier runs from pictures.
package struct ResultFolder: Sendable {
    private let folder: FilePath
    private let record: ResultRecord

    /// Reads the record of a folder, which need not exist.
    ///
    /// - Throws: `FileError` if the record is unreadable.
    package init(_ folder: FilePath) throws(FileError) {
        self.folder = folder.absolute
        record = try ResultRecord(in: folder)
    }

    /// Reads the record of a folder; `nil` if the folder has no record.
    ///
    /// - Throws: `FileError` if the record is unreadable.
    package init?(existing folder: FilePath) throws(FileError) {
        guard try FileSystem.status(of: folder.appending(ResultRecord.name)) != nil else { return nil }
        try self.init(folder)
    }

    /// Returns true if a path leads to the folder itself, its record, a folder in it, or an unchanged result in it.
    package func holds(_ path: FilePath) throws(FileError) -> Bool {
        let path = path.absolute
        if path == folder || path == folder.appending(ResultRecord.name) { return true }
        guard let name = path.below(folder) else { return false }
        guard let status = try FileSystem.status(of: path) else { return false }
        // The results folder is not searched, and neither are its subfolders.
        if status.kind == .directory { return true }
        return try record.entries(of: name).contains { $0.written.isNearlyEqual(to: status.stamp) }
    }

    /// An unchanged result whose picture is missing, or which is not needed anymore.
    package struct Orphan: Sendable, Hashable {
        /// The path of the result.
        package let result: FilePath
        /// The former path of the picture.
        package let picture: FilePath
    }

    /// Returns the results whose pictures are missing, if the pictures were in one of the given folders or their subfolders.
    package func orphans(ofPicturesIn roots: [FilePath]) throws(FileError) -> [Orphan] {
        try orphans(ofPicturesIn: roots) { _, picture in (try? FileSystem.isMissing(picture)) ?? false }
    }

    /// Returns the unchanged results for which `isOrphan` returns true, if their pictures are in one of the given folders or their subfolders.
    package func orphans(
        ofPicturesIn roots: [FilePath], where isOrphan: (_ result: FilePath, _ picture: FilePath) -> Bool
    ) throws(FileError) -> [Orphan] {
        let roots = roots.map(\.absolute)
        // For a URL or standard input, the origin does not start with `..`. Such entries have no picture file that can be missing.
        func picture(of entry: ResultRecord.Entry) -> FilePath? {
            guard entry.origin.components.first == ".." else { return nil }
            let path = folder.pushing(entry.origin).lexicallyNormalized()
            return roots.contains { path.below($0) != nil } ? path : nil
        }
        let entries = try record.newestEntries { entry in
            picture(of: entry).map { isOrphan(folder.pushing(entry.result), $0) } ?? false
        }
        var orphans: [Orphan] = []
        for entry in entries {
            let result = folder.pushing(entry.result)
            guard let path = picture(of: entry), let status = try FileSystem.status(of: result),
                entry.written.isNearlyEqual(to: status.stamp)
            else { continue }
            orphans.append(Orphan(result: result, picture: path))
        }
        return orphans
    }

    /// Removes a result, and result folders that become empty.
    package func remove(_ orphan: Orphan) throws(FileError) {
        try FileSystem.remove(orphan.result)
        var parent = orphan.result.removingLastComponent()
        while parent.below(folder) != nil, FileSystem.removeEmptyDirectory(parent) { parent.removeLastComponent() }
    }

    /// Checks that results can be written to a folder, which need not exist.
    ///
    /// - Throws: `FileError` with code `exists` if the path contains a file, `permissionDenied` and others.
    package static func requireWritable(_ folder: FilePath) throws(FileError) {
        var existing = folder.absolute
        while try FileSystem.isMissing(existing) { existing.removeLastComponent() }
        guard try FileSystem.status(of: existing)?.kind == .directory else {
            let isItself = existing == folder.absolute
            throw FileError(
                .exists, "\(folder) \(isItself ? "is a file" : "has a file in its path"). Specify a folder.")
        }
        try FileSystem.requireWritableDirectory(existing)
    }
}
