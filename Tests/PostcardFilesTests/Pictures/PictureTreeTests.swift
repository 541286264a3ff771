import PostcardDisk

import Foundation
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct PictureTreeTests {
    let folder: TemporaryFolder
    private var root: FilePath { FilePath(folder.url.path) }

    init() throws { folder = try TemporaryFolder() }

    private func walk(skipping: FilePath? = nil) -> (pictures: [String], links: Int, failures: [String]) {
        var found: (pictures: [String], links: Int, failures: [String]) = ([], 0, [])
        func name(_ path: FilePath) -> String { String(path.string.dropFirst(root.string.count + 1)) }
        PictureTree.walk(below: root, skipping: skipping) { (finding) throws(Never) in
            switch finding {
            case .picture(let path): found.pictures.append(name(path))
            case .link, .result: found.links += 1
            case .failure(let path, _): found.failures.append(name(path))
            }
        }
        return found
    }

    @Test func `pictures are recognized by their bytes or names, in natural order`() throws {
        for name in ["IMG_10.jpg", "IMG_2.jpg", "img_1.JPG", "b/IMG_3.jpg"] { try folder.write([], as: name) }
        try folder.write(TestPicture.jpeg(), as: "unnamed")
        try folder.write(Array("text".utf8), as: "notes.txt")
        try folder.write(TestPicture.jpeg(), as: ".hidden.jpg")
        #expect(walk().pictures == ["b/IMG_3.jpg", "img_1.JPG", "IMG_2.jpg", "IMG_10.jpg", "unnamed"])
    }

    @Test func `links are reported and not followed, and a folder can be skipped`() throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try folder.write(TestPicture.jpeg(), as: "thumbs/deep/a.jpg")
        try FileManager.default.createSymbolicLink(atPath: folder.path("loop"), withDestinationPath: folder.url.path)
        let found = walk(skipping: root.appending("loop").appending("thumbs"))
        #expect(found.pictures == ["a.jpg"])
        #expect(found.links == 1)
    }

    @Test func `unreadable folders are reported, and other pictures are found`() throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        var found: [String] = []
        PictureTree.walk(below: root.appending("a.jpg")) { (finding) throws(Never) in
            if case .failure(_, let error) = finding { found.append(error.message) }
        }
        #expect(found.count == 1 && found[0].contains("Can't list the folder"))
    }

    @Test func `a folder is distinguished from a file and from a missing path`() throws {
        try folder.write([1], as: "a")
        #expect(try PictureTree.isFolder(root))
        #expect(try !PictureTree.isFolder(root.appending("a")))
        let error = #expect(throws: FileError.self) { try PictureTree.isFolder(root.appending("gone")) }
        #expect(error?.code == .notFound)
    }

    @Test(arguments: [
        ("*.jpg", ["a1.jpg", "a2.jpg", "b.jpg"]), ("a?.jpg", ["a1.jpg", "a2.jpg"]), ("[ab].jpg", ["b.jpg"]),
        ("*/x*", ["sub/x.png"]),
    ])
    func `a pattern matches names`(pattern: String, names: [String]) throws {
        for name in ["a1.jpg", "a2.jpg", "b.jpg", "c.txt", "sub/x.png"] { try folder.write([1], as: name) }
        let found = try PictureTree.matches(of: root.pushing(FilePath(pattern)))
        #expect(found.map { String($0.string.dropFirst(root.string.count + 1)) } == names)
    }

    @Test func `a name that contains a star is not a pattern if the file exists`() throws {
        try folder.write([1], as: "a*.jpg")
        try folder.write([1], as: "ab.jpg")
        #expect(try PictureTree.matches(of: root.appending("a*.jpg")) == [root.appending("a*.jpg")])
        let plain = #expect(throws: FileError.self) { try PictureTree.matches(of: root.appending("plain.jpg")) }
        #expect(plain?.code == .notFound)
        #expect(plain?.message.contains("File or folder not found: ") == true)
        let error = #expect(throws: FileError.self) { try PictureTree.matches(of: root.appending("x*.jpg")) }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains("No file matches ") == true)
    }

    @Test func `pictures and videos are recognized by bytes or names, so that broken ones are reported`()
        throws
    {
        try folder.write(TestPicture.jpeg(), as: "b/picture.txt")
        try folder.write(Array("\0\0\0\u{18}ftypisom".utf8), as: "video")
        try folder.write(Array("text".utf8), as: "a.jpg")
        try folder.write(Array("text".utf8), as: "a.txt")
        try folder.write(TestPicture.jpeg(), as: ".hidden/a.jpg")
        let found = try PictureTree.media(below: root).map { $0.string.dropFirst(root.string.count + 1) }
        expectEqual(found, ["a.jpg", "b/picture.txt", "video"])
        #expect(throws: FileError.self) { try PictureTree.media(below: root.appending("a.jpg")) }
    }

    @Test func `an error from the closure ends the walk`() throws {
        for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.write([], as: name) }
        var count = 0
        #expect(throws: CancellationError.self) {
            try PictureTree.walk(below: root) { finding throws(CancellationError) in
                count += 1
                if count == 2 { throw CancellationError() }
            }
        }
        #expect(count == 2)
    }
}
