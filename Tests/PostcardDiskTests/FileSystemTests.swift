import Foundation
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardDisk

struct FileSystemTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

    @Test func `a missing file has no status, and a missing folder has no names`() throws {
        #expect(try FileSystem.status(of: path("none")) == nil)
        #expect(try FileSystem.names(in: path("none")) == [])
        #expect(try FileSystem.remove(path("none")) == false)
    }

    @Test func `a file is not a folder`() throws {
        try folder.write([1, 2, 3], as: "a")
        #expect(try FileSystem.status(of: path("a"))?.kind == .file)
        #expect(try FileSystem.status(of: path("a"))?.size == 3)
        let bodies: [() throws -> Void] = [
            { try FileSystem.requireDirectory(path("a")) }, { try FileSystem.makeDirectories(path("a")) },
            { _ = try FileSystem.names(in: path("a")) }, { try FileSystem.makeDirectories(path("a/b")) },
        ]
        for body in bodies {
            let error = #expect(throws: FileError.self, performing: body)
            #expect(error?.code == .notADirectory)
        }
    }

    @Test func `only missing folders are created`() throws {
        try FileSystem.makeDirectories(path("a/b/c"))
        try FileSystem.makeDirectories(path("a/b/d"))
        #expect(try FileSystem.names(in: path("a/b")).sorted() == ["c", "d"])
    }

    @Test func `renaming a file replaces the file with the new name`() throws {
        try folder.write([1], as: "a")
        try folder.write([2], as: "b")
        try FileSystem.rename(path("a"), to: path("b"))
        #expect(try folder.read("b") == [1])
        #expect(try FileSystem.names(in: FilePath(folder.url.path)) == ["b"])
    }

    @Test func `links are followed to the final target`() throws {
        try folder.write([1], as: "a")
        try FileManager.default.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: "a")
        try FileManager.default.createSymbolicLink(atPath: folder.path("c"), withDestinationPath: "b")
        #expect(try FileSystem.linkTarget(of: path("c")).lastComponent == "a")
        #expect(try FileSystem.linkTarget(of: path("a")) == path("a"))
        try FileSystem.remove(path("a"))
        let error = #expect(throws: FileError.self) { try FileSystem.linkTarget(of: path("c")) }
        #expect(error?.code == .exists)
    }

    @Test func `a private folder is accessible to one user only`() throws {
        let made = try FileSystem.makePrivateTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: made.string) }
        let permissions = try FileManager.default.attributesOfItem(atPath: made.string)[.posixPermissions] as? Int
        #expect(permissions == 0o700)
    }

    @Test(arguments: [
        (Errno.noSuchFileOrDirectory, FileError.Code.notFound), (.notDirectory, .notADirectory),
        (.permissionDenied, .permissionDenied), (.notPermitted, .permissionDenied),
        (.readOnlyFileSystem, .readOnlyFileSystem), (.noSpace, .noSpace), (.diskQuotaExceeded, .noSpace),
        (.fileTooLarge, .noSpace), (.tooManyOpenFiles, .inputOutput), (.ioError, .inputOutput),
    ])
    func `a system error has a code and advice`(errno: Errno, code: FileError.Code) {
        let error = FileError(errno, while: "read", "some/file")
        #expect(error.code == code)
        #expect(error.message.hasPrefix("Can't read some/file: "))
        #expect(error.message.hasSuffix("."))
    }
}
