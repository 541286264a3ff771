import Foundation
package import SystemPackage

/// A folder that exists during a test.
package final class ScratchFolder: Sendable {
    package let path: FilePath

    /// Makes the folder. With `inMemory`, it is in memory if the system has a file system for that, which saves disk writes.
    package init(inMemory: Bool = false) throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let parent =
            inMemory && FileManager.default.isWritableFile(atPath: memory.path)
            ? memory : FileManager.default.temporaryDirectory
        let template = parent.appendingPathComponent("postcard-test-XXXXXX").path
        var bytes = Array(template.utf8CString)
        guard mkdtemp(&bytes) != nil else { throw Errno(rawValue: errno) }
        path = FilePath(String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    deinit { try? FileManager.default.removeItem(atPath: path.string) }

    package var indexPath: FilePath { path.appending("index.jsonl") }

    /// The bytes of the index.
    package var index: [UInt8] {
        get throws { try read(indexPath) }
    }

    package func read(_ path: FilePath) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path.string)))
    }

    package func write(_ bytes: some Sequence<UInt8>, to path: FilePath) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path.string))
    }

    /// Replaces the bytes of the index, in the same file.
    package func setIndex(_ bytes: some Sequence<UInt8>) throws { try write(bytes, to: indexPath) }

    package func setIndex(_ text: String) throws { try setIndex(text.utf8) }

    /// The names of the files in the folder.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path.string).sorted() }
    }
}
