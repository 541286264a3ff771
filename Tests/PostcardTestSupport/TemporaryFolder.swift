public import Foundation

/// A folder of a test's own, removed with its value.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// Makes an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "postcard-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder, whether it is there or not.
    public func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes a file, and gives its path.
    @discardableResult
    public func write(_ bytes: [UInt8], as name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// The bytes of a file.
    public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appending(path: name))) }

    /// Whether there is a file or folder.
    public func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// The names of all files below the folder, sorted, hidden ones too.
    public func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }
}
