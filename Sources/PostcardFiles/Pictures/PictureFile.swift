import PlatformLibc
package import PostcardDisk
import Synchronization
package import SystemPackage

/// Picture files outside a library. The files are read as a whole, and written completely or not at all.
package enum PictureFile {
    /// Returns the bytes of a file.
    ///
    /// - Parameters:
    ///   - path: the path of a file, or of a device or pipe that ends.
    ///   - maximumBytes: the maximum size in bytes; larger files are not read.
    /// - Throws: `FileError` with code `notFound`, `permissionDenied`, `tooLarge`, `inputOutput` and others.
    package static func read(_ path: FilePath, maximumBytes: Int) throws(FileError) -> [UInt8] {
        let file = try open(path)
        let status = try file.status()
        guard status.kind != .directory else {
            throw FileError(.isADirectory, "\(path) is a folder. Specify a picture in it.")
        }
        guard status.kind == .file else { return try readToEnd(of: path, maximumBytes: maximumBytes) }
        try check(status.size, of: path, maximumBytes: maximumBytes)
        return try file.read(status.size, at: 0)
    }

    /// Returns the bytes of a picture's file from a path, a URL or standard input.
    ///
    /// - Throws: the `FileError`s from `read(_:maximumBytes:)`, and errors from `fetch`.
    package static func read(
        _ source: PictureSource, maximumBytes: Int, fetch: PictureSource.Fetch
    ) async throws -> [UInt8] {
        switch source {
        case .file(let path): try read(path, maximumBytes: maximumBytes)
        case .address(let address): try await fetch(address, maximumBytes)
        case .standardInput: try readStandardInput(maximumBytes: maximumBytes)
        }
    }

    /// The number of writes that have started, for unique temporary names.
    private static let writesStarted = Atomic<Int>(0)

    /// Returns up to `count` bytes from the start of a file; none for a folder or pipe, because a pipe can be read only once.
    ///
    /// - Throws: the `FileError`s from `read`.
    package static func head(of path: FilePath, count: Int) throws(FileError) -> [UInt8] {
        let file = try open(path)
        return try file.status().kind == .file ? file.read(count, at: 0) : []
    }

    /// Returns true if two paths lead to the same existing file.
    package static func isSame(_ path: FilePath, _ other: FilePath) -> Bool {
        guard let first = try? FileSystem.status(of: path), let second = try? FileSystem.status(of: other) else {
            return false
        }
        return first.kind == .file && first.identity == second.identity
    }

    /// Opens a file. A named pipe is rejected, since opening it would wait for a writer. The pipes of a shell's `<(command)` are already
    /// open.
    private static func open(_ path: FilePath) throws(FileError) -> OpenFile {
        guard FileSystem.fileType(at: path) != S_IFIFO else {
            throw FileError(
                .unsupported,
                "\(path) is a named pipe, which can't be read here. Send its content to standard input (-).")
        }
        do {
            return try OpenFile(path, .reading)
        } catch {
            guard error.code == .notFound, "\(path)".prefix(4).lowercased() == "s3:/" else { throw error }
            throw FileError(
                .notFound,
                "File not found: \(path). Objects in buckets are not supported here. Copy the object to a file or to standard input first."
            )
        }
    }

    /// Reads standard input to its end.
    ///
    /// - Throws: `FileError` with code `tooLarge` or `inputOutput`.
    package static func readStandardInput(maximumBytes: Int) throws(FileError) -> [UInt8] {
        try readToEnd(of: nil, maximumBytes: maximumBytes)
    }

    /// Writes a file under a temporary name in the same folder, and renames it when it is complete. Symbolic links are followed.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the file.
    ///   - path: the path of the file, whose folder must exist.
    ///   - replacing: true to replace an existing file.
    /// - Throws: `FileError` with code `exists` for an existing file, `noSpace`, `permissionDenied` and others; no temporary file remains.
    package static func write(_ bytes: [UInt8], to path: FilePath, replacing: Bool) throws(FileError) {
        if let status = try FileSystem.status(of: path) {
            guard status.kind != .directory else {
                throw FileError(.exists, "\(path) is a folder. Specify a file in it.")
            }
            guard replacing else {
                throw FileError(.exists, "\(path) already exists.", .replace(.file))
            }
            if status.kind == .other { return try writeThrough(bytes, to: path) }
        }
        try write(to: path, isDurable: true, replacing: replacing) { file throws(FileError) in
            try file.write(bytes, at: 0)
        }
    }

    /// Writes a file with `body` under a temporary name in the same folder, and renames it when it is complete. Symbolic links are
    /// followed.
    ///
    /// - Parameters:
    ///   - path: the path of the file, whose folder must exist.
    ///   - body: writes the file to the path that it receives.
    /// - Returns: the result of `body`.
    /// - Throws: the `FileError`s from `write(_:to:replacing:)`, and errors from `body`; no temporary file remains.
    package static func write<Result>(
        to path: FilePath, replacing: Bool, by body: (FilePath) async throws -> Result
    ) async throws -> Result {
        if let status = try FileSystem.status(of: path) {
            guard status.kind == .file else {
                throw FileError(.exists, "\(path) is not a file. Specify a file.")
            }
            guard replacing else { throw FileError(.exists, "\(path) already exists.", .replace(.file)) }
        }
        let path = try FileSystem.linkTarget(of: path)
        let folder = path.removingLastComponent()
        guard try folder.isEmpty || FileSystem.status(of: folder) != nil else {
            throw FileError(.notFound, "Folder not found: \(folder). Create it first, or specify another one.")
        }
        let temporary = temporaryPath(in: folder)
        do {
            let result = try await body(temporary)
            try OpenFile(temporary, .reading).synchronize()
            try name(temporary, path, replacing: replacing)
            return result
        } catch {
            _ = try? FileSystem.remove(temporary)
            throw error
        }
    }

    /// Renames a complete file to its final name.
    private static func name(_ temporary: FilePath, _ path: FilePath, replacing: Bool) throws(FileError) {
        if replacing {
            try FileSystem.rename(temporary, to: path)
        } else {
            try FileSystem.renameWithoutReplacing(temporary, to: path)
        }
    }

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - isDurable: true to wait until the bytes are on disk.
    ///   - content: writes the bytes to the file.
    ///   - beforeNaming: receives the status of the complete file before the file is named.
    static func write(
        to path: FilePath, isDurable: Bool, replacing: Bool = true, content: (OpenFile) throws(FileError) -> Void,
        beforeNaming: (FileStatus) throws(FileError) -> Void = { _ throws(FileError) in }
    ) throws(FileError) {
        let path = try FileSystem.linkTarget(of: path)
        guard path.lastComponent != nil else {
            throw FileError(.notFound, "\(path) is not a file name.")
        }
        let folder = path.removingLastComponent()
        let temporary = temporaryPath(in: folder)
        do throws(FileError) {
            let unnamed = OpenFile(unnamedFor: temporary)
            let file = if let unnamed { unnamed } else { try OpenFile(temporary, .creating) }
            try content(file)
            if isDurable { try file.synchronize() }
            try beforeNaming(try file.status())
            // If the process is killed before this point, no file is left behind.
            try unnamed?.link()
            try name(temporary, path, replacing: replacing)
        } catch {
            _ = try? FileSystem.remove(temporary)
            if error.code == .notFound, !folder.isEmpty, try FileSystem.status(of: folder) == nil {
                throw FileError(.notFound, "Folder not found: \(folder). Create it first, or specify another one.")
            }
            throw FileError(error.code, error.message.replacing("\(temporary)", with: "\(path)"), error.suggestion)
        }
    }

    /// Returns a new temporary path in a folder. The name is short, so that it is valid even if the file's final name has the maximum
    /// length.
    package static func temporaryPath(in folder: FilePath) -> FilePath {
        let number = writesStarted.add(1, ordering: .relaxed).newValue
        return folder.appending(".postcard-\(getpid())-\(number).part")
    }

    /// Writes to standard output.
    ///
    /// - Throws: `FileError` with code `inputOutput`.
    static func writeStandardOutput(_ bytes: [UInt8]) throws(FileError) {
        do {
            _ = try FileDescriptor.standardOutput.writeAll(bytes)
        } catch {
            throw FileError(.inputOutput, "Can't write to standard output: \(error).")
        }
    }

    /// Writes to a device or pipe directly, since renaming a file would replace the device or pipe.
    private static func writeThrough(_ bytes: [UInt8], to path: FilePath) throws(FileError) {
        do {
            let descriptor = try FileDescriptor.open(path, .writeOnly)
            try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
        } catch let errno as Errno {
            throw FileError(errno, while: "write to", path)
        } catch {
            throw FileError(.inputOutput, "Can't write to \(path): \(error).")
        }
    }

    /// Reads a pipe or device to its end; standard input if `path` is `nil`.
    private static func readToEnd(of path: FilePath?, maximumBytes: Int) throws(FileError) -> [UInt8] {
        let name = path.map { "\($0)" } ?? "standard input"
        do {
            let file = try path.map { try FileDescriptor.open($0, .readOnly) } ?? .standardInput
            defer { if path != nil { try? file.close() } }
            var bytes: [UInt8] = []
            try file.forEachPiece { piece in
                try check(bytes.count + piece.count, of: name, maximumBytes: maximumBytes)
                bytes += piece
            }
            return bytes
        } catch let error as FileError {
            throw error
        } catch {
            throw FileError(.inputOutput, "Can't read \(name): \(error).")
        }
    }

    static func check(
        _ count: Int, of name: some CustomStringConvertible, maximumBytes: Int
    ) throws(FileError) {
        guard count <= maximumBytes else {
            throw FileError(
                .tooLarge, "\(name) exceeds the limit of \(maximumBytes) bytes. Raise the byte limit to read it.",
                .raiseByteLimit)
        }
    }
}

extension FileDescriptor {
    /// Reads to the end, and calls `body` with each piece.
    package func forEachPiece(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = try piece.withUnsafeMutableBytes({ try read(into: $0) }), count > 0 {
            try body(piece[..<count])
        }
    }
}
