import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// `postcard duplicates`.
@Suite struct DuplicatesCommandTests {
    private struct Group: Decodable {
        struct File: Decodable { let file: String }
        let identical: Bool
        let files: [File]
    }

    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        // One picture in two sizes and formats, and the same picture upside down.
        let picture = try TestPicture.gradient(160, 120)
        try folder.write(picture.encoded(as: .jpeg(quality: 90)), as: "in/a.jpg")
        try folder.write(
            picture.resized(to: PixelSize(width: 80, height: 60)).encoded(as: .png), as: "in/deep/small.png")
        try folder.write(picture.edited([.orient(.down)]).encoded(as: .png), as: "in/down.png")
    }

    @Test func `identical and similar pictures are grouped`() async throws {
        try folder.write(folder.read("in/down.png"), as: "in/copy.png")
        let result = try await postcard.run("duplicates", "in", "--json")
        #expect(result.status == 0, "\(result.errors)")
        let groups = try result.json([Group].self)
        #expect(
            groups.map { $0.files.map(\.file) } == [
                ["in/a.jpg", "in/deep/small.png"], ["in/copy.png", "in/down.png"],
            ])
        #expect(groups.map(\.identical) == [false, true])
        let text = try await postcard.run("duplicates", "in").text
        #expect(text.hasPrefix("Similar:\n  in/a.jpg: 160 × 120, "), "\(text)")
        #expect(text.contains("\n\nIdentical:\n  in/copy.png: 160 × 120, "))
    }

    @Test func `damaged files are compared, and reported`() async throws {
        let whole = try folder.read("in/a.jpg")
        try folder.write(Array(whole.prefix(whole.count * 3 / 4)), as: "in/cut.jpg")
        let result = try await postcard.run("duplicates", "in")
        #expect(result.status == 0)
        #expect(result.errors.contains("in/cut.jpg: warning: "), "\(result.errors)")
    }

    @Test func `nothing is printed if there are no duplicates, and broken files are reported`() async throws {
        try FileManager.default.removeItem(atPath: folder.path("in/deep"))
        let clean = try await postcard.run("duplicates", "in")
        #expect(clean.status == 0)
        #expect(clean.text.isEmpty)
        try folder.write([0xFF, 0xD8, 0xFF], as: "in/broken.jpg")
        let result = try await postcard.run("duplicates", "in", "missing")
        #expect(result.status == 75)
        #expect(result.errors.contains("2 of 4 files could not be read"), "\(result.errors)")
    }
}
