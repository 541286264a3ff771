import PostcardDisk

import Foundation
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct PictureFileTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> FilePath { FilePath(folder.path(name)) }

    #if os(Linux)
        @Test func `a process that is killed while writing leaves nothing in the folder`() throws {
            let path = path("a.jpg")
            try #require(OpenFile(unnamedFor: path) != nil, "needs a file system with files that have no name")
            for bytes in [[1, 2, 3], [4, 5]] as [[UInt8]] {
                let before = try folder.files()
                try PictureFile.write(to: path, isDurable: true) { file throws(FileError) in
                    try file.write(bytes, at: 0)
                } beforeNaming: { _ throws(FileError) in
                    #expect((try? folder.files()) == before)
                }
                #expect(try folder.read("a.jpg") == bytes)
                #expect(try folder.files() == ["a.jpg"])
            }
        }
    #endif

    @Test(arguments: [240, 251, 255])
    func `a name can be as long as the disk allows`(length: Int) throws {
        let name = String(repeating: "n", count: length)
        try PictureFile.write([1], to: path(name), replacing: false)
        #expect(try folder.read(name) == [1])
        #expect(try folder.files() == [name])
    }

    @Test func `an existing file is kept unless replacing is allowed`() throws {
        try folder.write([1], as: "a")
        #expect(throws: FileError.self) { try PictureFile.write([2], to: path("a"), replacing: false) }
        #expect(try folder.read("a") == [1])
        try PictureFile.write([2], to: path("a"), replacing: true)
        #expect(try folder.read("a") == [2])
    }

    @Test func `a file that appears during a write is not replaced`() throws {
        let error = #expect(throws: FileError.self) {
            try PictureFile.write(to: path("a"), isDurable: false, replacing: false) { file throws(FileError) in
                try file.write([1], at: 0)
            } beforeNaming: { _ throws(FileError) in
                try PictureFile.write([2], to: path("a"), replacing: false)
            }
        }
        #expect(error?.code == .exists)
        #expect(try folder.read("a") == [2])
        #expect(try folder.files() == ["a"])
    }

    @Test func `the error for a missing folder contains the folder, not the temporary file`() throws {
        let error = #expect(throws: FileError.self) {
            try PictureFile.write([1], to: path("nodir/a.jpg"), replacing: false)
        }
        #expect(error?.message.contains("Folder not found: ") == true)
        #expect(error?.message.contains(".part") == false)
    }

    @Test func `a dangling link is not replaced`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("gone"))
        let error = #expect(throws: FileError.self) {
            try PictureFile.write([1], to: path("link"), replacing: false)
        }
        #expect(error?.code == .exists)
    }

    @Test func `a named pipe is rejected`() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let error = #expect(throws: FileError.self) { try PictureFile.read(path("pipe"), maximumBytes: 10) }
        #expect(error?.code == .unsupported)
    }

    @Test func `a file beyond the limit is not read`() throws {
        try folder.write([1, 2, 3], as: "a")
        #expect(try PictureFile.read(path("a"), maximumBytes: 3) == [1, 2, 3])
        #expect(throws: FileError.self) { try PictureFile.read(path("a"), maximumBytes: 2) }
    }
}
