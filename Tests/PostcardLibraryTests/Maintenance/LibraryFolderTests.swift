import Foundation
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

@Suite struct LibraryFolderTests {
    private static func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a new library is closed to other users, and the folders above it have default permissions`() throws {
        let folder = try TemporaryFolder()
        try folder.write([], as: "others/.keep")
        let path = folder.path("data/Library")
        _ = try Library(directory: FilePath(path), createIfNeeded: true)
        #expect(try Self.permissions(path) == 0o700)
        #expect(try Self.permissions(folder.path("data")) == Self.permissions(folder.path("others")))
    }

    @Test func `a library needs a file URL`() throws {
        let folder = try TemporaryFolder()
        let library = try Library(directory: folder.url.appending(path: "My Library"), createIfNeeded: true)
        #expect(library.directory.lastComponent == "My Library")
        let error = try #require(throws: FileError.self) {
            try Library(directory: #require(URL(string: "https://example.org/")), createIfNeeded: true)
        }
        #expect(error.code == .unsupported)
        #expect(error.message.hasPrefix("https://example.org/ is not a file URL."))
    }

    @Test func `an existing folder keeps its permissions`() throws {
        let folder = try TemporaryFolder()
        try folder.write([], as: "Library/.keep")
        let path = folder.path("Library")
        try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: path)
        _ = try Library(directory: FilePath(path), createIfNeeded: true)
        #expect(try Self.permissions(path) == 0o770)
    }
}
