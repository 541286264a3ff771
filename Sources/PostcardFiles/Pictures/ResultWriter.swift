import PostcardCore
import PostcardCrypto
package import PostcardDisk
package import SystemPackage

/// A writer of results to files. The writer replaces only files that Postcard made, unless `replaces` is `true`.
package struct ResultWriter: ResultStore {
    /// A picture before it has been read.
    package struct Source: Sendable {
        let input: PictureSource
        /// The status of the file, or of the target of a link; `nil` for a URL.
        let status: FileStatus?
        /// The modification time in seconds since 1970; `nil` if unknown.
        let modified: Double?

        /// Makes the source of a page. Only the content of the page determines whether the page is up to date.
        fileprivate init(of path: FilePath) { (input, status, modified) = (.file(path), nil, nil) }

        /// Reads the status of a source.
        ///
        /// - Parameter modified: the modification time of an object.
        /// - Throws: `FileError` with code `notFound` if the file does not exist.
        init(_ input: PictureSource, modified: Double? = nil) throws(FileError) {
            self.input = input
            guard case .file(let path) = input else {
                (status, self.modified) = (nil, modified)
                return
            }
            guard let status = try FileSystem.status(of: path) else { throw PictureTree.missing(path) }
            (self.status, self.modified) = (status, status.modified)
        }

        /// A stamp that stays the same while the source is unchanged. For a URL without a known time, the stamp is always the same.
        var stamp: ResultRecord.Stamp {
            status?.stamp
                ?? ResultRecord.Stamp(size: -1, modified: modified.map { Int64(($0 * 1e9).rounded()) } ?? 0)
        }
    }

    /// A result to write.
    package struct Result: Sendable {
        let path: FilePath
        let source: Source
        let recipe: String
    }

    private let record: ResultRecord?
    /// The absolute path of the results folder; empty if there is none.
    private let folder: FilePath
    private let replaces: Bool
    private let inputs: FileIdentities
    private let base: FilePath?

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - folder: the results folder with its record; `nil` to treat no existing file as a result.
    ///   - replaces: true to replace existing files, including files not made by Postcard and results that are up to date.
    ///   - inputs: files that are never replaced, even if `replaces` is `true`: the pictures of all items.
    ///   - base: the folder of pictures whose results have unique names, so a picture can take over the name of another picture's result;
    ///     `nil` to reject such results.
    /// - Throws: `FileError` if the record of the folder is unreadable.
    package init(
        folder: FilePath?, replaces: Bool = false, inputs: FileIdentities = FileIdentities(),
        uniqueBelow base: FilePath? = nil
    ) throws(FileError) {
        record = if let folder { try ResultRecord(in: folder) } else { nil }
        self.folder = folder?.absolute ?? FilePath()
        self.replaces = replaces
        (self.inputs, self.base) = (inputs, base?.absolute)
    }

    /// Returns the first 16 hexadecimal digits of a description's hash.
    static func recipe(_ description: String) -> String {
        Hexadecimal.encode(SHA256.hash(data: Array(description.utf8)).prefix(8))
    }

    package func state(of result: Result) throws(FileError) -> ResultState {
        guard result.path != Self.standardOutput, let status = try FileSystem.status(of: result.path) else {
            return .outdated
        }
        guard status.kind != .directory else {
            throw FileError(.exists, "\(result.path) is a folder, but a result needs this name.")
        }
        guard status.identity != result.source.status?.identity else {
            throw FileError(
                .exists, "\(result.source.input) would be replaced by its own result. Choose another folder or name.")
        }
        guard !inputs.contains(status.identity) else {
            throw FileError(
                .exists,
                "The result of \(result.source.input) would replace \(result.path), which is one of the input pictures. Choose another folder or name."
            )
        }
        guard !replaces else { return .outdated }
        let entries = try record.map { record throws(FileError) in try record.entries(of: name(of: result)) } ?? []
        // A power failure can leave an empty result.
        let isOwn =
            entries.contains { $0.written.isNearlyEqual(to: status.stamp) } || (status.size == 0 && !entries.isEmpty)
        guard isOwn, let entry = entries.last(where: { $0.written.isNearlyEqual(to: status.stamp) }) ?? entries.last
        else {
            throw refusal(of: result.path, wasOwnResult: !entries.isEmpty)
        }
        guard try !isOfOtherSource(entry, than: result), entry.written.isNearlyEqual(to: status.stamp),
            entry.source == result.source.stamp,
            entry.recipe == result.recipe
        else { return .outdated }
        guard case .address = result.source.input, result.source.modified == nil else { return .upToDate }
        return entry.version.isEmpty ? .outdated : .made(ofVersion: entry.version)
    }

    private func refusal(of path: FilePath, wasOwnResult: Bool) -> FileError {
        if record == nil { return FileError(.exists, "\(path) already exists.", .replace(.file)) }
        if wasOwnResult {
            return FileError(.exists, "\(path) has been changed since Postcard made it.", .replace(.result))
        }
        return FileError(
            .exists, "\(path) already exists and was not made by Postcard.",
            .replace(.result))
    }

    /// Returns true if the result belongs to another picture that still exists and whose name this picture can take over.
    ///
    /// - Throws: `FileError` with code `exists` if this picture can't take over the name. The result of a RAW, HEIC or TIFF file can be
    ///   replaced by the result of its companion JPEG.
    private func isOfOtherSource(_ entry: ResultRecord.Entry, than result: Result) throws(FileError) -> Bool {
        guard entry.origin != origin(of: result.source.input) else { return false }
        let path = folder.pushing(entry.origin).lexicallyNormalized()
        guard let other = try? FileSystem.status(of: path), other.identity != result.source.status?.identity,
            !PictureSource.file(path).isCompanion(of: result.source.input)
        else { return false }
        if let base, path == base || path.below(base) != nil { return true }
        throw ResultPlan.error(result.source.input, and: .file(path), output: result.path)
    }

    /// Writes a result. A missing folder is created.
    package func write(
        _ file: PictureConversion.Result, to result: Result, ofVersion version: String?
    ) throws(FileError) {
        guard result.path != Self.standardOutput else { return try PictureFile.writeStandardOutput(file.bytes) }
        guard record != nil else { return try PictureFile.write(file.bytes, to: result.path, replacing: replaces) }
        try write(to: result, ofVersion: version) { output throws(FileError) in try output.write(file.bytes, at: 0) }
    }

    /// Writes a file and adds its line to the record. A missing folder is created.
    private func write(
        to result: Result, ofVersion version: String? = nil, content: (OpenFile) throws(FileError) -> Void
    ) throws(FileError) {
        let directory = result.path.removingLastComponent()
        if !directory.isEmpty { try FileSystem.makeDirectories(directory) }
        try PictureFile.write(to: result.path, isDurable: false, content: content) { written throws(FileError) in
            try record?.append(
                ResultRecord.Entry(
                    result: name(of: result), written: written.stamp, source: result.source.stamp,
                    recipe: result.recipe, origin: origin(of: result.source.input), version: version ?? ""))
        }
    }

    /// Makes a file from a source file, unless the result is up to date.
    ///
    /// - Parameters:
    ///   - path: the path of the result in the results folder. Missing folders are created.
    ///   - source: the source file.
    ///   - recipe: a description of everything else that determines the result.
    ///   - content: writes the bytes to the result.
    /// - Throws: `FileError` with code `exists` if Postcard did not make the existing file, and others; any error that `content` throws.
    package func make(
        _ path: FilePath, from source: FilePath, recipe: String, content: (OpenFile) throws(FileError) -> Void
    ) throws(FileError) {
        let result = Result(path: path, source: try Source(.file(source)), recipe: Self.recipe(recipe))
        if try state(of: result).isOutdated { try write(to: result, content: content) }
    }

    /// Writes a file that does not depend on a single source file, such as a page, unless the file already has these bytes.
    ///
    /// - Parameters:
    ///   - path: the path of the file in the results folder. Missing folders are created.
    ///   - bytes: the bytes of the file.
    ///   - origin: the file or folder that the written file describes.
    /// - Throws: `FileError` with code `exists` if Postcard did not make the existing file, and others.
    package func update(_ path: FilePath, _ bytes: [UInt8], of origin: FilePath) throws(FileError) {
        let hash = Hexadecimal.encode(SHA256.hash(data: bytes).prefix(16))
        let result = Result(path: path, source: Source(of: origin), recipe: hash)
        guard try state(of: result).isOutdated else { return }
        try write(to: result) { output throws(FileError) in try output.write(bytes, at: 0) }
    }

    private func name(of result: Result) -> FilePath {
        result.path.absolute.below(folder) ?? result.path
    }

    private func origin(of input: PictureSource) -> FilePath {
        switch input {
        case .file(let path): path.absolute.relative(to: folder)
        case .address(let address): FilePath(address)
        case .standardInput: "-"
        }
    }

    private static let standardOutput: FilePath = "-"
}

extension FileStatus {
    /// The stamp of the file for the record.
    var stamp: ResultRecord.Stamp {
        ResultRecord.Stamp(size: size, modified: Int64((modified * 1e9).rounded()))
    }
}

extension ResultRecord.Stamp {
    /// Returns true if two stamps are equal except for fractions of a second, which copies and archives lose.
    func isNearlyEqual(to other: Self) -> Bool {
        size == other.size && modified / 1_000_000_000 == other.modified / 1_000_000_000
    }
}
