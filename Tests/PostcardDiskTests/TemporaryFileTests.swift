import Foundation
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardDisk

struct TemporaryFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var root: FilePath { FilePath(folder.url.path) }

    private func write(_ text: String, to file: TemporaryFile) throws {
        try Array(text.utf8).withUnsafeBytes { try file.file.write($0, at: 0) }
    }

    @Test func `an unfinished file is removed with its last reference`() throws {
        var file: TemporaryFile? = try TemporaryFile.make(in: root)
        #expect(file != nil)
        #expect(try FileSystem.names(in: root).count == 1)
        file = nil
        #expect(try FileSystem.names(in: root) == [])
    }

    @Test func `two simultaneous temporary files are separate`() throws {
        let files = try (0..<20).map { _ in try TemporaryFile.make(in: root) }
        #expect(Set(files.map(\.file.path)).count == 20)
    }

    @Test func `a finished file gets its name and replaces an existing file`() throws {
        try folder.write(Array("old".utf8), as: "a")
        do {
            let file = try TemporaryFile.make(in: root)
            try write("new", to: file)
            try file.move(to: root.appending("a"))
        }
        #expect(try FileSystem.names(in: root) == ["a"])
        #expect(try folder.read("a") == Array("new".utf8))
    }

    @Test func `a named file is kept and can be continued`() throws {
        do { try write("abc", to: TemporaryFile.open(root.appending("a.part"))) }
        let file = try TemporaryFile.open(root.appending("a.part"))
        #expect(try file.file.status().size == 3)
        try file.remove()
        #expect(try FileSystem.names(in: root) == [])
    }

    @Test func `a named file has one writer`() throws {
        let first = try TemporaryFile.open(root.appending("a.part"))
        let error = #expect(throws: FileError.self) { try TemporaryFile.open(root.appending("a.part")) }
        #expect(error?.code == .busy)
        #expect(try first.file.status().links == 1)
    }

    @Test func `creating a file in a missing folder fails`() {
        let error = #expect(throws: FileError.self) { try TemporaryFile.make(in: root.appending("none")) }
        #expect(error?.code == .notFound)
    }
}
