import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@Suite struct EditCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    @Test(arguments: [
        (["resize=40x40"], 40, 30), (["resize=40x40,cover"], 40, 40), (["resize=40x40,pad,#fff"], 40, 40),
        (["resize=40x40,exact"], 40, 40), (["resize=160,enlarge"], 160, 120), (["resize=160"], 80, 60),
        (["crop=10,20,30,40"], 30, 40), (["rotate=90"], 60, 80), (["rotate=90", "resize=30"], 23, 30),
        (["flip=horizontal", "flip=vertical", "blur=1", "sharpen=0.5", "grayscale", "round=8"], 80, 60),
    ])
    func `edits are applied in order`(edits: [String], width: Int, height: Int) async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let result = try await postcard.run(["edit", "a.jpg"] + edits + ["-o", "b.png"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try TestPicture.header(of: folder.read("b.png")).size == PixelSize(width: width, height: height))
    }

    @Test func `a watermark is in the bottom right corner`() async throws {
        try folder.write(Image(size: .square(100), fill: .white).encoded(as: .png), as: "a.png")
        try folder.write(Image(size: .square(100), fill: .black).encoded(as: .png), as: "mark.png")
        let result = try await postcard.run("edit", "a.png", "watermark=mark.png,0.5", "-o", "b.png")
        #expect(result.status == 0, "\(result.errors)")
        let image = try Image(decoding: folder.read("b.png"))
        #expect(image[10, 10] == .white)
        #expect(image[99, 99] == .white)
        #expect((126...129).contains(image[90, 90].red))
    }

    @Test(arguments: [
        ("copyright", "Somebody", false), ("position", nil, true), ("copyright,position", "Somebody", true),
        ("all", "Somebody", false), ("none", nil, false),
    ])
    func `metadata is kept if requested`(keep: String, artist: String?, hasPosition: Bool) async throws {
        try folder.write(TestPicture.jpeg(latitude: 48.8584, longitude: 2.2945, artist: "Somebody"), as: "a.jpg")
        let result = try await postcard.run("edit", "a.jpg", "grayscale", "--keep", keep, "-o", "b.jpg")
        #expect(result.status == 0, "\(result.errors)")
        let metadata = try TestPicture.header(of: folder.read("b.jpg")).metadata
        #expect(metadata.artist == artist)
        #expect((metadata.position != nil) == hasPosition)
    }

    @Test(arguments: [
        ("resize", "Invalid edit “EDIT”. Write resize=800x600, resize=800 or resize=50%."),
        ("resize=0", "Invalid edit “EDIT”. Write resize=800x600, resize=800 or resize=50%."),
        ("resize=10y", "Invalid edit “EDIT”. Write resize=800x600, resize=800 or resize=50%."),
        ("resize=10,sideways", "Invalid edit “EDIT”. Write resize=800x600, resize=800 or resize=50%."),
        ("crop=1,2,3", "Invalid edit “EDIT”. Write crop=X,Y,WIDTH,HEIGHT."),
        ("rotate=", "Invalid edit “EDIT”. Write rotate=DEGREES."),
        ("flip=both", "Invalid edit “EDIT”. Write flip=horizontal or flip=vertical."),
        ("blur=much", "Invalid edit “EDIT”. Write blur=SIGMA."),
        ("grayscale=1", "Invalid edit “EDIT”. Write grayscale."), ("twirl=3", "Unknown edit “EDIT”."),
        ("", "Unknown edit “EDIT”."),
    ])
    func `an unknown edit is a usage error`(edit: String, words: String) async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let result = try await postcard.run("edit", "a.jpg", edit, "-o", "b.png")
        #expect(result.status == 64)
        #expect(result.errors.contains(words.replacing("EDIT", with: edit)), "\(result.errors)")
        #expect(!folder.has("b.png"))
    }

    @Test(arguments: [("blur=-1", "0 and 250"), ("blur=1e30", "0 and 250"), ("sharpen=nan", "0 and 100")])
    func `an out-of-range number is a usage error that states the range`(edit: String, range: String)
        async throws
    {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let result = try await postcard.run("edit", "a.jpg", edit, "-o", "b.png")
        #expect(result.status == 64)
        #expect(result.errors.contains("\(edit) is out of range: it must be between \(range)."), "\(result.errors)")
        #expect(!folder.has("b.png"))
    }

    @Test(arguments: [
        ["crop=500,500,10,10"], ["rotate=45", "resize=20000x20000,enlarge"], ["watermark=missing.png"],
    ])
    func `an impossible edit writes no file`(edits: [String]) async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let result = try await postcard.run(["edit", "a.jpg"] + edits + ["-o", "b.png"])
        #expect([65, 66].contains(result.status))
        #expect(try folder.files() == ["a.jpg"])
    }

    @Test(arguments: [
        (["--max-megapixels", "0.001"], [:], "the limit is 1000"),
        (["--max-megabytes", "0.0001"], [:], "exceeds the limit of 104 bytes"),
        ([], ["POSTCARD_MAX_MEGAPIXELS": "0.001"], "the limit is 1000"),
        ([], ["POSTCARD_MAX_MEGABYTES": "0.0001"], "exceeds the limit of 104 bytes"),
    ])
    func `limits can be set by options and the environment`(
        options: [String], environment: [String: String], message: String
    ) async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        let postcard = PostcardCommand(in: folder, environment: environment)
        let result = try await postcard.run(["edit", "a.jpg", "grayscale", "-o", "b.png"] + options)
        #expect(result.status == 65)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func `a limit that is not a number is an invalid setting`() async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let postcard = PostcardCommand(in: folder, environment: ["POSTCARD_MAX_MEGAPIXELS": "lots"])
        let result = try await postcard.run("thumbnail", "a.jpg", "-o", "b.jpg")
        #expect(result.status == 78)
        #expect(result.errors.contains("POSTCARD_MAX_MEGAPIXELS is lots"))
    }
}
