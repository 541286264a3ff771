public import Foundation

/// A folder for one test. The folder is removed when this object is deallocated.
public final class TemporaryFolder: Sendable {
    /// The URL of the folder.
    public let url: URL

    /// Makes an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "postcard-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the path of a file in the folder. The file may be missing.
    public func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file, and returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], as name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// Returns the bytes of a file.
    public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: name))) }

    /// Returns true if a file or folder exists.
    public func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Returns the names of all files inside the folder, sorted, including hidden ones.
    public func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }
}
