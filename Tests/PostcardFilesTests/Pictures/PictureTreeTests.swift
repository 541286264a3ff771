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
            case .link: found.links += 1
            case .failure(let path, _): found.failures.append(name(path))
            }
        }
        return found
    }

    @Test func `pictures are told by their bytes or their names, in natural order`() throws {
        for name in ["IMG_10.jpg", "IMG_2.jpg", "img_1.JPG", "b/IMG_3.jpg"] { try folder.write([], as: name) }
        try folder.write(TestPicture.jpeg(), as: "unnamed")
        try folder.write(Array("text".utf8), as: "notes.txt")
        try folder.write(TestPicture.jpeg(), as: ".hidden.jpg")
        #expect(walk().pictures == ["b/IMG_3.jpg", "img_1.JPG", "IMG_2.jpg", "IMG_10.jpg", "unnamed"])
    }

    @Test func `links are told of and not followed, and a folder can be left out`() throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try folder.write(TestPicture.jpeg(), as: "thumbs/deep/a.jpg")
        try FileManager.default.createSymbolicLink(atPath: folder.path("loop"), withDestinationPath: folder.url.path)
        let found = walk(skipping: root.appending("loop").appending("thumbs"))
        #expect(found.pictures == ["a.jpg"])
        #expect(found.links == 1)
    }

    @Test func `what cannot be listed is told of, and the rest is found`() throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        var found: [String] = []
        PictureTree.walk(below: root.appending("a.jpg")) { (finding) throws(Never) in
            if case .failure(_, let error) = finding { found.append(error.message) }
        }
        #expect(found.count == 1 && found[0].contains("Cannot list the folder"))
    }

    @Test(arguments: [
        ("a2", "a10", true), ("a10", "a2", false), ("a02", "a2", false), ("a2", "a02", true), ("A", "b", true),
        ("a", "B", true),
        ("a", "a1", true), ("a", "a", false), ("a1b2", "a1b10", true),
        ("99999999999999999999998", "99999999999999999999999", true),
    ])
    func `numbers in names count as numbers`(left: String, right: String, isBefore: Bool) throws {
        let left = try #require(FilePath.Component(left))
        let right = try #require(FilePath.Component(right))
        #expect(PictureTree.naturally(left, right) == isBefore)
    }
}
