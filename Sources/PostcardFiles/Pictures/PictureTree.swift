import PlatformLibc
import PostcardCore
package import PostcardDisk
import PostcardImaging
package import SystemPackage

/// A search for picture files in a folder and its subfolders.
package enum PictureTree {
    /// A result of the search.
    package enum Finding: Sendable {
        /// A picture, or a video if the search includes videos. The first bytes or the name identify the file.
        case picture(FilePath)
        /// An unchanged result of an earlier run, listed in the record of an enclosing folder.
        case result(FilePath)
        /// A symbolic link, which is not followed.
        case link(FilePath)
        /// An unreadable folder.
        case failure(FilePath, FileError)
    }

    /// Returns true if `path` leads to a folder.
    ///
    /// - Throws: `FileError` with code `notFound` if nothing exists there.
    package static func isFolder(_ path: FilePath) throws(FileError) -> Bool {
        guard let status = try FileSystem.status(of: path) else { throw missing(path) }
        return status.kind == .directory
    }

    /// Returns the error for a path where nothing exists.
    package static func missing(_ path: FilePath) -> FileError {
        FileError(.notFound, "File or folder not found: \(path). Check the path.")
    }

    /// Returns the paths that an argument specifies: the path itself if it exists, otherwise the sorted matches of a pattern with `*`, `?`
    /// or `[…]` that the shell has not expanded.
    ///
    /// - Throws: `FileError` with code `notFound` if no path exists.
    package static func matches(of path: FilePath) throws(FileError) -> [FilePath] {
        guard try FileSystem.status(of: path) == nil else { return [path] }
        guard path.bytes.contains(where: { "*?[".utf8.contains($0) }) else { throw missing(path) }
        var found = glob_t()
        defer { globfree(&found) }
        guard path.withPlatformString({ glob($0, 0, nil, &found) }) == 0, let names = found.gl_pathv else {
            throw FileError(.notFound, "No file matches \(path). Check the path.")
        }
        return (0..<Int(found.gl_pathc)).compactMap { names[$0].map { FilePath(platformString: $0) } }
    }

    /// Calls `body` with all pictures in `root`, in natural name order, and also with results of earlier runs, links and unreadable
    /// folders. Hidden files and system folders of devices are skipped. Links are not followed, so nothing outside `root` is read and loops
    /// can't occur.
    ///
    /// - Parameters:
    ///   - skipped: a folder to skip, such as the results folder.
    ///   - includesVideos: true to find videos too.
    ///   - body: receives each finding. If `body` throws an error, the search ends.
    /// - Throws: any error that `body` throws.
    package static func walk<Failure: Error>(
        below root: FilePath, skipping skipped: FilePath? = nil, includesVideos: Bool = false,
        _ body: (Finding) throws(Failure) -> Void
    ) throws(Failure) {
        let identity = skipped.flatMap { try? FileSystem.status(of: $0) }??.identity
        try walk(
            root, skipping: identity, results: [], entering: { (_) throws(Failure) in },
            where: includesVideos ? isMedium : isPicture, body)
    }

    /// Returns the sorted paths of all pictures and videos in `root`, using the same search as `walk`. Results of earlier runs are
    /// included.
    ///
    /// - Parameters:
    ///   - root: the folder to search.
    ///   - entering: called with each folder before it is searched.
    /// - Throws: any error that `entering` throws; `FileError` for an unreadable folder.
    package static func media(
        below root: FilePath, entering: (FilePath) throws(FileError) -> Void = { (_) throws(FileError) in }
    ) throws(FileError) -> [FilePath] {
        var found: [FilePath] = []
        try walk(
            root, skipping: nil, results: nil, entering: entering, where: isMedium
        ) { finding throws(FileError) in
            switch finding {
            case .picture(let path): found.append(path)
            case .failure(_, let error): throw error
            case .link, .result: break
            }
        }
        return found.sorted { $0.string < $1.string }
    }

    /// Searches a folder.
    ///
    /// - Parameter results: the enclosing folders with records of results; `nil` to treat results like other pictures.
    private static func walk<Failure: Error>(
        _ folder: FilePath, skipping skipped: FileStatus.Identity?, results: [ResultFolder]?,
        entering: (FilePath) throws(Failure) -> Void, where isWanted: (FilePath) -> Bool,
        _ body: (Finding) throws(Failure) -> Void
    ) throws(Failure) {
        try entering(folder)
        let names: [FilePath.Component]
        var results = results
        do throws(FileError) {
            names = try self.names(in: folder)
            if results != nil, let record = try ResultFolder(existing: folder) { results?.append(record) }
        } catch {
            return try body(.failure(folder, error))
        }
        let sorted = names.map { (name: $0, key: NaturalKey($0.bytes)) }.sorted { $0.key < $1.key }
        for name in sorted.map(\.name) {
            let path = folder.appending(name)
            switch FileSystem.fileType(at: path) {
            case S_IFDIR:
                if let skipped, let status = try? FileSystem.status(of: path), status.identity == skipped { continue }
                try walk(path, skipping: skipped, results: results, entering: entering, where: isWanted, body)
            case S_IFREG:
                if results?.contains(where: { (try? $0.holds(path)) == true }) == true {
                    try body(.result(path))
                } else if isWanted(path) {
                    try body(.picture(path))
                }
            case S_IFLNK: try body(.link(path))
            default: break
            }
        }
    }

    /// Returns true if a file's name or first bytes identify it as a picture. A broken file with the name of a picture is included, so that
    /// it is reported.
    private static func isPicture(_ path: FilePath) -> Bool {
        if path.extension.flatMap(ImageFormat.init(fileExtension:)) != nil { return true }
        return head(of: path).map { ImageFormat(sniffing: $0.span.bytes) != nil } ?? false
    }

    /// Returns true if a file's name or first bytes identify it as a picture or a video.
    private static func isMedium(_ path: FilePath) -> Bool {
        if isPicture(path) || VideoContainer.isNamedVideo(path) { return true }
        return VideoContainer.fileExtension(sniffing: head(of: path) ?? []) != nil
    }

    /// Returns the first bytes of a file; `nil` if it is unreadable.
    private static func head(of path: FilePath) -> [UInt8]? {
        try? PictureFile.head(of: path, count: VideoContainer.headLength)
    }

    /// Returns the names in a folder, except hidden names and the names of devices' system folders.
    private static func names(in folder: FilePath) throws(FileError) -> [FilePath.Component] {
        guard let names = FileSystem.components(in: folder) else {
            throw FileError(FileSystem.lastErrno, while: "list the folder", folder)
        }
        return names.filter { !$0.isHiddenOrSystemFile }
    }
}
