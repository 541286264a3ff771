import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// `thumbnail` for many pictures, with the options that albums need.
@Suite struct AlbumThumbnailTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    private func size(of name: String) throws -> PixelSize {
        try TestPicture.header(of: folder.read(name)).size
    }

    @Test(arguments: [
        (["--size", "30x30", "--fit", "cover"], 30, 30),
        (["--size", "30x30", "--fit", "cover", "--focus", "0,1"], 30, 30),
        (["--size", "100x40", "--fit", "pad", "--background", "#ff0000"], 100, 40),
        (["--size", "20x40", "--fit", "exact"], 20, 40), (["--size", "160"], 80, 60),
        (["--size", "160", "--enlarge"], 160, 120),
        (["--size", "40", "--filter", "mitchell", "--linear-light"], 40, 30),
    ])
    func `results have the requested size`(options: [String], width: Int, height: Int) async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let result = try await postcard.run(["thumbnail", "a.jpg", "--to", "out"] + options)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try size(of: "out/a.jpg") == PixelSize(width: width, height: height))
    }

    @Test func `each of several shapes is cropped from the whole picture`() async throws {
        try folder.write(TestPicture.gradient(80, 40).encoded(as: .png), as: "a.png")
        let result = try await postcard.run(
            "thumbnail", "a.png", "--to", "out", "--fit", "cover", "--size", "40x10,10x40", "--format", "png")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try size(of: "out/a-40x10.png") == PixelSize(width: 40, height: 10))
        // The middle of the picture at full height: red is half its maximum, green ranges from 0 to its maximum.
        let tall = try Image(decoding: folder.read("out/a-10x40.png"))
        #expect((100...150).contains(tall[5, 20].red))
        #expect(tall[5, 39].green > 240)
    }

    @Test func `auto keeps the format if it can be written`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpeg")
        try folder.write(TestPicture.gradient().encoded(as: .png), as: "in/b.png")
        try folder.write(TestPicture.gradient().encoded(as: .webp()), as: "in/c.dat")
        try folder.write(Fixture.small("bmp-24.bmp").bytes, as: "in/d.bmp")
        let result = try await postcard.run("thumbnail", "in", "--to", "out", "--format", "auto", "--size", "16")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try folder.files().filter { $0.hasPrefix("out/") && !$0.hasSuffix("results") } == [
                "out/a.jpg", "out/b.png", "out/c.webp", "out/d.jpg",
            ])
    }

    @Test func `a contact sheet shows all readable pictures`() async throws {
        for name in ["a", "b", "c"] { try folder.write(TestPicture.jpeg(80, 60), as: "in/\(name).jpg") }
        try folder.write(TestPicture.jpeg(80, 60).dropLast(400), as: "in/d.jpg")
        let result = try await postcard.run(
            "thumbnail", "in", "--to", "out", "--size", "60", "--contact-sheet", "s.png")
        #expect(result.status == 75)
        #expect(result.errors.contains("s.png: 3 pictures, "), "\(result.errors)")
        #expect(try size(of: "s.png").width > 2 * 60)
        let alone = try await postcard.run("thumbnail", "in/a.jpg", "in/b.jpg", "--contact-sheet", "s.png", "--force")
        #expect(alone.status == 0, "\(alone.errors)")
        #expect(try folder.files().count(where: { $0.hasPrefix("out/") && !$0.hasSuffix("results") }) == 3)
    }

    @Test func `an existing sheet stops the run before it starts`() async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try folder.write([7], as: "s.jpg")
        let result = try await postcard.run("thumbnail", "a.jpg", "--to", "out", "--contact-sheet", "s.jpg")
        #expect(result.status == 73)
        #expect(try folder.files() == ["a.jpg", "s.jpg"])
    }

    @Test func `the command expands patterns that the shell did not expand`() async throws {
        for name in ["a1.jpg", "a2.jpg", "b1.jpg"] { try folder.write(TestPicture.jpeg(), as: "in/\(name)") }
        let result = try await postcard.run("thumbnail", "in/a*.jpg", "in/x*.jpg", "--to", "out")
        #expect(result.status == 75)
        #expect(result.errors.contains("No file matches in/x*.jpg"), "\(result.errors)")
        #expect(
            try folder.files().filter { $0.hasPrefix("out/") && !$0.hasSuffix("results") } == [
                "out/a1.jpg", "out/a2.jpg",
            ])
    }

    @Test func `a file whose name looks like a pattern is read as a file`() async throws {
        try folder.write(TestPicture.jpeg(), as: "[1].jpg")
        let result = try await postcard.run("thumbnail", "[1].jpg", "--to", "out")
        #expect(result.status == 0, "\(result.errors)")
        #expect(folder.has("out/[1].jpg"))
    }

    @Test func `edits apply to every result`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let result = try await postcard.run(
            "thumbnail", "a.jpg", "--to", "out", "--size", "40,20", "--edit", "grayscale", "--edit", "rotate=90")
        #expect(result.status == 0, "\(result.errors)")
        let image = try Image(decoding: folder.read("out/a-40.jpg"))
        #expect(image.size == PixelSize(width: 30, height: 40))
        let color = image[15, 20]
        #expect(color.red == color.green)
        #expect(color.green == color.blue)
    }

    @Test func `long runs report their progress even without a terminal`() async throws {
        for number in 0..<60 { try folder.write(TestPicture.jpeg(8, 8), as: "in/\(number).jpg") }
        let result = try await postcard.run("thumbnail", "in", "--to", "out")
        let lines = result.errors.split(separator: "\n").filter { $0.hasSuffix(" of 60") }
        #expect(lines == ["6", "12", "18", "24", "30", "36", "42", "48", "54"].map { "\($0) of 60" })
    }

    @Test func `the same input gives the same bytes`() async throws {
        for name in ["a", "b", "c", "d"] { try folder.write(TestPicture.jpeg(300, 200), as: "in/\(name).jpg") }
        for run in ["1", "2"] {
            _ = try await postcard.run("thumbnail", "in", "--to", run, "--size", "64", "--format", "webp")
        }
        for name in ["a", "b", "c", "d"] {
            #expect(try folder.read("1/\(name).webp") == folder.read("2/\(name).webp"))
        }
    }
}
