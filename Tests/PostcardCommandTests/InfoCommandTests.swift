import PostcardImaging
import PostcardTestSupport
import Testing

/// `postcard info`.
@Suite struct InfoCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(
            TestPicture.jpeg(
                64, 48, orientation: 6, latitude: 48.8584, longitude: 2.2945, title: "Tower", artist: "Ada"),
            as: "a.jpg")
        try folder.write(Array("no picture".utf8), as: "b.jpg")
    }

    @Test func `a file's facts are told, with its size as seen`() async throws {
        let result = try await postcard.run("info", "a.jpg")
        #expect(result.status == 0)
        for line in [
            "a.jpg: jpeg 48x64, \(try folder.read("a.jpg").count) bytes", "  Place: 48.8584, 2.2945", "  Title: Tower",
            "  Artist: Ada", "  Orientation: 6",
        ] { #expect(result.text.split(separator: "\n").contains(line[...]), "\(line)\n\(result.text)") }
    }

    @Test func `standard input and several files are read`() async throws {
        struct Fact: Decodable { let file: String, format: String, width: Int }
        try folder.write(TestPicture.gradient(8, 6).encoded(.png), as: "c.png")
        let facts = try await postcard.run(["info", "c.png", "-", "--json"], input: folder.read("a.jpg"))
            .json([Fact].self)
        #expect(facts.map(\.file) == ["c.png", "-"])
        #expect(facts.map(\.format) == ["png", "jpeg"])
        #expect(facts.map(\.width) == [8, 48])
    }

    @Test(
        arguments: [(["b.jpg"], 65), (["nosuch.jpg"], 66), (["a.jpg", "b.jpg"], 75), ([], 64)] as [([String], Int32)])
    func `a file that cannot be read is named, and the rest is told`(files: [String], status: Int32) async throws {
        let result = try await postcard.run(["info"] + files)
        #expect(result.status == status)
        #expect(result.text.isEmpty == !files.contains("a.jpg"))
        if let wrong = files.first(where: { $0 != "a.jpg" }) { #expect(result.errors.contains(wrong)) }
    }
}
