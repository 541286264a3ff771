import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// A camera's RAW or HEIC file and the JPEG next to it, and results whose pictures no longer exist.
@Suite struct ThumbnailPairTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    private func results() throws -> [String] {
        try folder.files().filter { $0.hasPrefix("out/") && !$0.hasSuffix(".postcard-results") }
    }

    /// The JPEG is wider than the other file.
    private func writePair(_ name: String, _ type: String) throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "in/\(name).JPG")
        try folder.write(Fixture.small("tiff-lzw.tif").bytes, as: "in/\(name).\(type)")
    }

    private func width(of name: String) throws -> Int { try TestPicture.header(of: folder.read(name)).size.width }

    @Test(arguments: ["CR3", "DNG", "HEIC", "tif"])
    func `a pair has one thumbnail, of the JPEG, and is reported once`(type: String) async throws {
        for name in ["IMG_1", "IMG_2"] { try writePair(name, type) }
        try folder.write(TestPicture.jpeg(), as: "in/alone.jpg")
        let result = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try results() == ["out/IMG_1.jpg", "out/IMG_2.jpg", "out/alone.jpg"])
        #expect(try width(of: "out/IMG_1.jpg") == 80)
        let reported = result.errors.split(separator: "\n").filter { $0.contains("--pairs both") }
        #expect(reported.count == 1 && reported[0].hasPrefix("2 RAW, HEIC or TIFF files"), "\(result.errors)")
        #expect(try await postcard.run("thumbnail", "in", "--to", "out").errors.contains("3 up to date"))
    }

    @Test func `both files of a pair get results named after them if requested`() async throws {
        try writePair("IMG_1", "tif")
        let result = try await postcard.run("thumbnail", "in", "--to", "out", "--pairs", "both")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try results() == ["out/IMG_1.jpg", "out/IMG_1.tif.jpg"])
        let sizes = try await postcard.run("thumbnail", "in", "--to", "out", "--pairs", "both", "--size", "20,30")
        #expect(sizes.status == 0, "\(sizes.errors)")
        #expect(folder.has("out/IMG_1.tif-20.jpg") && folder.has("out/IMG_1-30.jpg"))
    }

    @Test func `a JPEG that is added next to its RAW file replaces it as the source`() async throws {
        try folder.write(Fixture.small("tiff-lzw.tif").bytes, as: "in/IMG_1.tif")
        #expect(try await postcard.run("thumbnail", "in", "--to", "out").status == 0)
        try folder.write(TestPicture.jpeg(80, 60), as: "in/IMG_1.JPG")
        let result = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try width(of: "out/IMG_1.jpg") == 80)
    }

    @Test func `pictures with the same name in two folders are not a pair`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a/IMG_1.jpg")
        try folder.write(Fixture.small("tiff-lzw.tif").bytes, as: "b/IMG_1.tif")
        let result = try await postcard.run("thumbnail", "a/IMG_1.jpg", "b/IMG_1.tif", "--to", "out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try width(of: "out/IMG_1.jpg") == 80)
        #expect(try width(of: "out/IMG_1.tif.jpg") != 80)
    }

    @Test func `results whose pictures no longer exist are reported, and removed if requested`() async throws {
        for name in ["a", "sub/b", "sub/c"] { try folder.write(TestPicture.jpeg(), as: "in/\(name).jpg") }
        _ = try await postcard.run("thumbnail", "in", "--to", "out")
        for name in ["a", "sub/b", "sub/c"] {
            try FileManager.default.removeItem(atPath: folder.path("in/\(name).jpg"))
        }
        try folder.write(TestPicture.jpeg(), as: "in/d.jpg")
        // The result is now a user's file.
        try folder.write([1, 2, 3], as: "out/a.jpg")
        let reported = try await postcard.run("thumbnail", "in", "--to", "out")
        #expect(
            reported.errors.contains("2 results in out no longer have a source picture. Remove them with --prune."),
            "\(reported.errors)")
        #expect(try results() == ["out/a.jpg", "out/d.jpg", "out/sub/b.jpg", "out/sub/c.jpg"])
        let pruned = try await postcard.run("thumbnail", "in", "--to", "out", "--prune")
        #expect(pruned.status == 0, "\(pruned.errors)")
        #expect(pruned.errors.contains("2 results removed from out"), "\(pruned.errors)")
        #expect(try results() == ["out/a.jpg", "out/d.jpg"])
        #expect(!FileManager.default.fileExists(atPath: folder.path("out/sub")))
        #expect(try folder.read("out/a.jpg") == [1, 2, 3])
    }

    @Test func `pruning keeps the results of other folders and of an empty folder`() async throws {
        for name in ["a/x", "b/y", "named"] { try folder.write(TestPicture.jpeg(), as: "\(name).jpg") }
        _ = try await postcard.run("thumbnail", "a", "b", "named.jpg", "--to", "out")
        for name in ["a/x", "named"] { try FileManager.default.removeItem(atPath: folder.path("\(name).jpg")) }
        let other = try await postcard.run("thumbnail", "b", "--to", "out", "--prune")
        #expect(other.status == 0, "\(other.errors)")
        // A folder without pictures could mean that a disk is missing.
        let empty = try await postcard.run("thumbnail", "a", "--to", "out", "--prune")
        #expect(empty.status == 66, "\(empty.errors)")
        #expect(try results() == ["out/named.jpg", "out/x.jpg", "out/y.jpg"])
    }

    @Test func `each removal is printed as one line of JSON`() async throws {
        for name in ["a", "b"] { try folder.write(TestPicture.jpeg(), as: "in/\(name).jpg") }
        _ = try await postcard.run("thumbnail", "in", "--to", "out")
        try FileManager.default.removeItem(atPath: folder.path("in/a.jpg"))
        let result = try await postcard.run("thumbnail", "in", "--to", "out", "--prune", "--json")
        let lines = try result.text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["status"] as? String } == ["upToDate", "removed"], "\(result.text)")
    }

    @Test(arguments: [["--to", "in/a.jpg"], ["--to", "in/a.jpg/b"]])
    func `a folder that can't be created is reported once`(place: [String]) async throws {
        for name in ["a", "b", "c"] { try folder.write(TestPicture.jpeg(), as: "in/\(name).jpg") }
        let result = try await postcard.run(["thumbnail", "in"] + place)
        #expect(result.status == 73, "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        #expect(result.errors.contains("Specify a folder."), "\(result.errors)")
    }
}
