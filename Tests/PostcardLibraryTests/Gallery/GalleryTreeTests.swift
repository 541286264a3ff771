import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct GalleryTreeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the finished tree of the folder, with the given dates by file name.
    private func tree(_ dates: [String: String] = [:]) throws -> GalleryTree {
        var tree = try GalleryTree(below: FilePath(folder.path("in")), skipping: FilePath(folder.path("out")))
        for album in tree.albums.indices {
            for item in tree.albums[album].items.indices {
                let path = tree.albums[album].items[item].file
                var facts = GalleryFacts(of: try PictureFile.header(of: path, maximumBytes: 1 << 20).0)
                facts.date = dates[path.lastComponent?.string ?? ""].flatMap { WallTime($0) }
                tree.albums[album].items[item].facts = facts
            }
        }
        tree.finish(revealing: .places)
        return tree
    }

    private func write(_ names: String..., settings: String? = nil) throws {
        for name in names { try folder.write(TestPicture.jpeg(8, 8), as: "in/\(name)") }
        if let settings { try folder.write(Array(settings.utf8), as: "in/gallery.json") }
    }

    private func order(_ tree: GalleryTree) -> [String] { tree.albums[0].items.compactMap { $0.file.stem } }

    @Test(arguments: [
        (nil as String?, ["c", "a", "b", "d9", "d10"]), ("date", ["c", "a", "b", "d9", "d10"]),
        ("newest", ["b", "a", "c", "d9", "d10"]), ("name", ["a", "b", "c", "d9", "d10"]),
    ])
    func `pictures are ordered by date or name`(order: String?, expected: [String]) throws {
        try write(
            "b.jpg", "a.jpg", "c.jpg", "d10.jpg", "d9.jpg", settings: order.map { "{\"order\": \"\($0)\"}" })
        let tree = try tree(["c.jpg": "2024-01-01", "a.jpg": "2024-02-01", "b.jpg": "2024-03-01"])
        #expect(self.order(tree) == expected)
    }

    @Test func `settings determine the order, title and cover`() throws {
        try write(
            "a.jpg", "b.jpg", "x/1.jpg", "y/1.jpg",
            settings: #"{"title": "Best", "order": ["b.jpg", "y"], "cover": "b.jpg"}"#)
        let root = try tree().albums[0]
        #expect(root.title == "Best")
        #expect(root.items.map(\.name) == ["b", "a"])
        #expect(root.cover.map { $0.item } == 0)
        let tree = try tree()
        #expect(root.albums.map { tree.albums[$0].title } == ["y", "x"])
    }

    @Test(arguments: [#"{"titel": "Best"}"#, #"{"order": "size"}"#, "[1]", "{"])
    func `invalid settings are reported, and the album is shown without them`(settings: String) throws {
        try write("a.jpg", settings: settings)
        let tree = try tree()
        #expect(tree.failures.map { ($0.error as? FileError)?.code } == [.invalidRecord])
        #expect(tree.albums[0].items.count == 1)
    }

    @Test func `folders are albums only if they or their subfolders contain pictures`() throws {
        try write("2024/june/a.jpg")
        try folder.write([1], as: "in/empty/notes.txt")
        let tree = try tree()
        #expect(tree.albums.map(\.path) == ["", "2024", "2024/june"])
        #expect(tree.albums.map(\.pictures) == [1, 1, 1])
        #expect(tree.albums[0].cover.map { $0.album } == 2)
    }

    @Test func `a RAW file next to its JPEG is skipped`() throws {
        try write("a.jpg")
        try folder.write(TestPicture.dng(), as: "in/a.dng")
        try folder.write(TestPicture.dng(), as: "in/b.dng")
        let tree = try tree()
        #expect(order(tree) == ["a", "b"])
        #expect(tree.companions == 1)
    }

    @Test(arguments: [
        ([(48.0, 2.0), (48.1, 2.1), (60.0, 20.0)], (48.1, 2.1)),
        ([(0.0, 179.9), (0.0, -179.9), (0.0, 179.8)], (0.0, 179.9)),
    ])
    func `the position of an album is the position of its picture nearest to the median`(
        points: [(Double, Double)], middle: (Double, Double)
    ) throws {
        let coordinates = try points.map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        let expected = try Coordinate(latitude: middle.0, longitude: middle.1)
        #expect(GalleryTree.middle(of: coordinates) == expected)
        #expect(GalleryTree.middle(of: []) == nil)
    }
}
