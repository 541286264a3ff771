import PostcardDisk

import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardFiles

@Suite struct PictureListTests {
    @Test(arguments: [0, 1, 3, 60_000])
    func `a list returns its elements, whether or not it fits in memory`(count: Int) throws {
        func time(_ number: Int) -> Double? { number % 3 == 0 ? nil : 1_790_000_000 + Double(number) / 8 }
        var list = PictureList()
        let long = String(repeating: "folder/", count: 10)
        for number in 0..<count {
            try list.append(
                .file(FilePath("\(long)IMG_\(number).jpg")), relative: FilePath("IMG_\(number).jpg"),
                modified: time(number))
        }
        #expect(list.count == count)
        for _ in 0..<2 {
            var number = 0
            for picture in list {
                guard picture.relative.string == "IMG_\(number).jpg", picture.modified == time(number) else { break }
                number += 1
            }
            #expect(number == count)
        }
    }

    @Test(arguments: ["http://host/a//b.jpg?x=1", "HTTPS://host/a.jpg", "-", "./-", "a b", "/x/y.jpg", "http:/a.jpg"])
    func `files, URLs and standard input are distinguished`(text: String) throws {
        var list = PictureList()
        let source = PictureSource(text)
        try list.append(source, relative: "x")
        #expect(list.first { _ in true }?.source == source)
        switch source {
        case .address: #expect(text.contains("://"))
        case .standardInput: #expect(text == "-")
        case .file: #expect(!text.contains("://") && text != "-")
        }
    }

    @Test func `a picture at a URL is named after the last path component`() {
        #expect(PictureSource("https://host/a/b.jpg?w=1#x").name == "b.jpg")
    }

    private func plan(_ pattern: NamePattern = .single) -> ResultPlan {
        ResultPlan(
            folder: "out", sizes: [(label: "64", resize: Resize(into: .square(64)))], pattern: pattern
        ) {
            _ in .png
        }
    }

    @Test func `results whose names differ only in case are reported`() throws {
        var list = PictureList()
        for name in ["IMG.JPG", "b.jpg", "img.jpg", "B2.jpg"] {
            try list.append(.file(FilePath(name)), relative: FilePath(name))
        }
        let items = plan().items(for: list)
        #expect(items.failures.isEmpty)
        #expect(items.alike.map { "\($0.0) \($0.1)" } == ["out/IMG.png out/img.png"])
    }

    @Test func `only pictures with the same result name clash`() throws {
        var list = PictureList()
        for name in ["a/x.jpg", "b/x.jpg", "b/y.jpg", "b/y.jpg", "z.jpg"] {
            try list.append(.file(FilePath(name)), relative: FilePath(String(name.suffix(5))))
        }
        let items = plan().items(for: list)
        #expect(items.leftOut == [0, 1, 3])
        #expect(items.map(\.input) == [.file("b/y.jpg"), .file("z.jpg")])
        #expect(items.failures.map(\.picture) == [.file("a/x.jpg"), .file("b/x.jpg")])
        #expect(
            items.failures.allSatisfy { $0.error.message.contains("a/x.jpg") && $0.error.message.contains("b/x.jpg") }
        )
    }

    @Test func `each size of each picture has a file`() throws {
        var list = PictureList()
        for name in ["a.heic", "b/c.jpg"] {
            try list.append(.file(FilePath("in/\(name)")), relative: FilePath(name))
        }
        let plan = ResultPlan(
            folder: "out", sizes: ["64", "50%"].map { (label: $0, resize: Resize(into: .square(64))) },
            pattern: .several
        ) { $0.name == "c.jpg" ? .webp() : .png }
        let outputs = plan.items(for: list).map { $0.versions.map(\.output.string) }
        #expect(outputs == [["out/a-64.png", "out/a-50%.png"], ["out/b/c-64.webp", "out/b/c-50%.webp"]])
        #expect(plan.items(for: PictureList()).map(\.input).isEmpty)
    }

    @Test(arguments: [("/a/b/c.jpg", "/a", "b/c.jpg"), ("/a/b/../c.jpg", "/a", "c.jpg"), ("/a//b.jpg", "/a/", "b.jpg")])
    func `a path is relative to its base`(path: String, base: String, relative: String) throws {
        #expect(try PictureList.relativePath(of: FilePath(path), below: FilePath(base)) == FilePath(relative))
        let error = #expect(throws: FileError.self) {
            try PictureList.relativePath(of: FilePath(path), below: "/other")
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("is not in /other") == true)
    }

    @Test func `a long list uses little memory`() throws {
        var list = PictureList()
        for number in 0..<100_000 {
            let name = "album/\(number / 1000)/IMG_\(number).jpg"
            try list.append(.file(FilePath(name)), relative: FilePath(name))
        }
        // The limit for a list of any length.
        #expect(list.memoryCount < 8 << 20)
        #expect(list.count == 100_000)
    }
}
