import PlatformLibc
package import SystemPackage

/// A file of lines that only its owner can read, such as tokens.
package struct PrivateLines: Sendable {
    package let file: FilePath

    /// Makes a value for a file, which may be missing.
    package init(_ file: FilePath) { self.file = file }

    /// Returns the lines that are not empty; none for a missing file.
    package func all() throws(FileError) -> [String] {
        guard let file = try OpenFile(file, .reading, unless: .noSuchFileOrDirectory) else { return [] }
        let text = try file.read(Int(file.status().size), at: 0)
        return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Makes the file accessible only to its owner. A missing file is ignored.
    package func makePrivate() throws(FileError) { try Self.makePrivate(file) }

    private static func makePrivate(_ path: FilePath) throws(FileError) {
        guard path.withPlatformString({ chmod($0, 0o600) }) != 0, FileSystem.lastErrno != .noSuchFileOrDirectory else {
            return
        }
        throw FileError(FileSystem.lastErrno, while: "set the permissions of", path)
    }

    /// Changes the lines and replaces the file atomically. A lock excludes other processes.
    @discardableResult
    package func change<Result>(_ body: (inout [String]) -> Result) throws(FileError) -> Result {
        // Users who share the library as a group also share its lock files, but never the lines.
        let lock = try FileLock(FilePath("\(file).lock"), until: .now + .seconds(10))
        defer { withExtendedLifetime(lock) {} }
        let before = try all()
        var lines = before
        let result = body(&lines)
        guard lines != before else { return result }
        let path = FilePath("\(file).new")
        try FileSystem.remove(path)
        let new = try TemporaryFile(creating: path)
        try Self.makePrivate(path)
        try new.file.write(Array((lines.joined(separator: "\n") + "\n").utf8), at: 0)
        try new.move(to: file)
        return result
    }
}
