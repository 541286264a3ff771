import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct PictureSourceTests {
    @Test(arguments: [
        ("http://host/a.jpg", PictureSource.address("http://host/a.jpg")), ("HTTPS://h", .address("HTTPS://h")),
        ("-", .standardInput), ("./-", .file("./-")), ("http:/a", .file("http:/a")),
        ("ftp://host/a", .file("ftp://host/a")),
        ("file:///tmp/a%20b.jpg", .file("/tmp/a b.jpg")), ("file://LOCALHOST/a", .file("file://LOCALHOST/a")),
        ("file:///%", .file("file:///%")), ("file:///%zz", .file("file:///%zz")), ("", .file("")),
    ])
    func `a string is a URL, a file or standard input`(text: String, source: PictureSource) {
        #expect(PictureSource(text) == source)
    }

    @Test func `a file name can contain any bytes`() throws {
        let source = PictureSource(bytes: [0x2F, 0xE9, 0xFF])
        #expect(source == .file(FilePath(bytes: [0x2F, 0xE9, 0xFF])))
        // A URL is text.
        #expect(PictureSource(bytes: Array("http://h/".utf8) + [0xFF]) != .address("http://h/\u{FFFD}"))
        #expect(PictureSource("file:///a%E9") == .file(FilePath(bytes: [0x2F, 0x61, 0xE9])))
    }

    @Test(arguments: [
        ("https://host/a/b.jpg?w=1#x", "b.jpg"), ("https://host/", ""), ("/a/b.jpg", "b.jpg"), ("b.jpg", "b.jpg"),
        ("-", "picture"),
    ])
    func `a picture is named after the last path component`(text: String, name: String) {
        #expect(PictureSource(text).name == FilePath(name))
    }

    @Test func `bytes come from files and URLs, within the limit`() async throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], as: "a")
        let file = PictureSource.file(FilePath(folder.path("a")))
        #expect(try await PictureFile.read(file, maximumBytes: 3, fetch: PictureSource.refuseURL) == [1, 2, 3])
        let large = await #expect(throws: FileError.self) {
            try await PictureFile.read(file, maximumBytes: 2, fetch: PictureSource.refuseURL)
        }
        #expect(large?.code == .tooLarge)
        let address = PictureSource("http://host/a.jpg")
        #expect(
            try await PictureFile.read(address, maximumBytes: 7) { text, maximum in Array("\(text) \(maximum)".utf8) }
                == Array("http://host/a.jpg 7".utf8))
        let refused = await #expect(throws: FileError.self) {
            try await PictureFile.read(address, maximumBytes: 7, fetch: PictureSource.refuseURL)
        }
        #expect(refused?.message.contains("http://host/a.jpg is a URL") == true)
    }
}
