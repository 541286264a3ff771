import Foundation
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardDisk

struct OpenFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

    @Test func `the error for a missing file contains its path`() {
        let error = #expect(throws: FileError.self) { try OpenFile(path("none"), .reading) }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains(folder.path("none")) == true)
    }

    @Test func `an expected error is not thrown`() throws {
        try folder.write([], as: "there")
        #expect(try OpenFile(path("there"), .creating, unless: .fileExists) == nil)
        #expect(try OpenFile(path("new"), .creating, unless: .fileExists) != nil)
    }

    @Test(arguments: [(0, 5, "hello"), (3, 9, "lo"), (5, 1, ""), (100, 4, "")])
    func `reading stops at the end of the file`(offset: Int, count: Int, text: String) throws {
        try folder.write(Array("hello".utf8), as: "a")
        #expect(try OpenFile(path("a"), .reading).read(count, at: offset) == Array(text.utf8))
    }

    @Test func `writing past the end fills the gap with zeros`() throws {
        let file = try OpenFile(path("a"), .writingOrCreating)
        try Array("b".utf8).withUnsafeBytes { try file.write($0, at: 2) }
        #expect(try folder.read("a") == [0, 0, UInt8(ascii: "b")])
        try file.truncate(to: 1)
        #expect(try file.status().size == 1)
    }

    @Test func `a file opened for reading can't be written`() throws {
        try folder.write([1], as: "a")
        let file = try OpenFile(path("a"), .reading)
        #expect(throws: FileError.self) { try [UInt8(2)].withUnsafeBytes { try file.write($0, at: 0) } }
        #expect(try folder.read("a") == [1])
    }

    @Test func `only one open file holds the lock`() throws {
        var first: OpenFile? = try OpenFile(path("a"), .writingOrCreating)
        let second = try OpenFile(path("a"), .reading)
        #expect(try first?.lock(isWaiting: false) == true)
        #expect(try second.lock(isWaiting: false) == false)
        first = nil
        #expect(try second.lock(isWaiting: false))
    }

    #if os(Linux)
        @Test func `closing the file releases the lock, even if a copy of its descriptor is open`() throws {
            var first: OpenFile? = try OpenFile(path("a"), .writingOrCreating)
            #expect(try first?.lock(isWaiting: false) == true)
            let wanted = try #require(try FileSystem.status(of: path("a"))?.identity)
            let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
            let number = numbers.first { number in
                var status = stat()
                return fstat(number, &status) == 0 && FileStatus(status).identity == wanted
            }
            let copy = dup(try #require(number))
            defer { close(copy) }
            first = nil
            #expect(try OpenFile(path("a"), .reading).lock(isWaiting: false))
        }
    #endif

    @Test(arguments: [(0o775, 0o660), (0o755, 0o600)])
    func `a group that can write to the folder can use the file`(folderMode: Int, fileMode: Int) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("shared"), withIntermediateDirectories: false, attributes: nil)
        try FileManager.default.setAttributes([.posixPermissions: folderMode], ofItemAtPath: folder.path("shared"))
        try folder.write([], as: "shared/a")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("shared/a"))
        try OpenFile(path("shared/a"), .writing).shareWithGroup()
        #expect(try permissions("shared/a") == fileMode)
    }

    @Test func `a file is created with the given permissions`() throws {
        _ = try OpenFile(path("a"), .writingOrCreating, mode: 0o600)
        #expect(try permissions("a") == 0o600)
    }

    @Test func `permissions can be copied from another file`() throws {
        try folder.write([], as: "a")
        try folder.write([], as: "b")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("a"))
        try OpenFile(path("b"), .writing).copyPermissions(of: OpenFile(path("a"), .reading))
        #expect(try permissions("b") == 0o640)
    }

    private func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
    }
}
