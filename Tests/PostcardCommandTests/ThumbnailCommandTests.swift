import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@Suite struct ThumbnailCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    private func size(of name: String) throws -> PixelSize {
        try TestPicture.header(of: folder.read(name)).size
    }

    @Test(arguments: [("thumbnail", 256), ("peek", 1024)])
    func `the longer side has the requested length and is never enlarged`(command: String, side: Int) async throws {
        try folder.write(TestPicture.jpeg(side + 64, 100), as: "wide.jpg")
        try folder.write(TestPicture.jpeg(40, 30), as: "small.jpg")
        let result = try await postcard.run(command, "wide.jpg", "small.jpg", "--to", "results")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try size(of: "results/wide.jpg").width == side)
        #expect(try size(of: "results/small.jpg") == PixelSize(width: 40, height: 30))
    }

    @Test(arguments: 1...8)
    func `a thumbnail is upright and rotated once`(orientation: Int) async throws {
        try folder.write(TestPicture.jpeg(80, 40, orientation: orientation), as: "a.jpg")
        _ = try await postcard.run("thumbnail", "a.jpg", "-o", "b.jpg", "--size", "40")
        let header = try TestPicture.header(of: folder.read("b.jpg"))
        #expect(header.orientation == .up)
        let isTurned = orientation >= 5
        #expect(header.size == PixelSize(width: isTurned ? 20 : 40, height: isTurned ? 40 : 20))
    }

    @Test func `one damaged file does not stop the others`() async throws {
        for name in ["1.jpg", "deep/2.jpg", "deep/er/3.jpg"] { try folder.write(TestPicture.jpeg(), as: "in/\(name)") }
        let whole = try TestPicture.jpeg()
        try folder.write(Array(whole[..<(whole.count / 2)]), as: "in/deep/bad.jpg")
        try folder.write(Array("no picture".utf8), as: "in/notes.txt")
        let result = try await postcard.run("thumbnail", "in", "--to", "out", "--size", "16")
        #expect(result.status == 75)
        #expect(result.errors.contains("in/deep/bad.jpg: The JPEG file ends early"))
        #expect(result.errors.contains("1 of 4 pictures failed"))
        #expect(
            try folder.files().filter { $0.hasPrefix("out/") && $0.hasSuffix(".jpg") } == [
                "out/1.jpg", "out/deep/2.jpg", "out/deep/er/3.jpg",
            ])
    }

    @Test func `results newer than their pictures are not made again`() async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await postcard.run("thumbnail", "a.jpg", "--to", "out", "--size", "16")
        let again = try await postcard.run("thumbnail", "a.jpg", "--to", "out", "--size", "16")
        #expect(again.errors.contains("1 up to date"))
        let forced = try await postcard.run("thumbnail", "a.jpg", "--to", "out", "--size", "8", "--force")
        #expect(forced.errors.contains("1 thumbnail made"))
        #expect(try size(of: "out/a.jpg").width == 8)
    }

    @Test func `the readable part of a damaged file is used if requested`() async throws {
        let whole = try TestPicture.jpeg(160, 120)
        try folder.write(Array(whole[..<(whole.count / 2)]), as: "cut.jpg")
        let result = try await postcard.run("thumbnail", "cut.jpg", "--to", "out", "--recover")
        #expect(result.status == 0)
        #expect(result.errors.contains("cut.jpg: warning: The JPEG file ends early"))
        #expect(try size(of: "out/cut.jpg") == PixelSize(width: 160, height: 120))
    }

    @Test func `results can be sorted into folders by the date when the picture was taken`() async throws {
        for (name, date) in [("a.jpg", "2024:06:09 21:14:03"), ("deep/b.jpg", "2023:12:31 00:00:00")] {
            var exif = EXIFBlock()
            exif.addEXIFText(0x9003, date)
            try folder.write(
                exif.inserted(intoJPEG: TestPicture.gradient(64, 48).encoded(as: .jpeg())), as: "in/\(name)")
        }
        try folder.write(TestPicture.jpeg(), as: "in/c.jpg")
        let result = try await postcard.run("thumbnail", "in", "--to", "out", "--name", "{date:%Y-%m}/{name}.{ext}")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try folder.files().filter { $0.hasPrefix("out/") && $0.hasSuffix(".jpg") } == [
                "out/2023-12/b.jpg", "out/2024-06/a.jpg", "out/undated/c.jpg",
            ])
    }

    @Test func `one run can produce several sizes`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "in/a.jpg")
        let result = try await postcard.run("thumbnail", "in", "--to", "out", "--size", "40,20", "--format", "png")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try size(of: "out/a-40.png") == PixelSize(width: 40, height: 30))
        #expect(try size(of: "out/a-20.png") == PixelSize(width: 20, height: 15))
    }

    @Test func `events are printed as one object per line`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "a.jpg")
        try folder.write(Array("no".utf8), as: "b.jpg")
        let list = Array("a.jpg\nb.jpg\n".utf8)
        let result = try await postcard.run(
            ["thumbnail", "--files-from", "-", "--to", "out", "--json", "--name", "{name}_{size}.{ext}"], input: list)
        #expect(result.status == 75)
        struct Event: Decodable {
            let input: String
            let status: String
        }
        let events = try result.text.split(separator: "\n").map {
            try JSONDecoder().decode(Event.self, from: Data($0.utf8))
        }
        #expect(Set(events.map { "\($0.input) \($0.status)" }) == ["a.jpg made", "b.jpg failed"])
        #expect(folder.has("out/a_256.jpg"))
    }

    @Test func `a picture is never replaced by its own thumbnail`() async throws {
        let bytes = try TestPicture.jpeg()
        try folder.write(bytes, as: "a.jpg")
        let result = try await postcard.run("thumbnail", "a.jpg", "--to", ".", "--size", "16", "--force")
        #expect(result.status == 73)
        #expect(try folder.read("a.jpg") == bytes)
    }

    @Test func `a thumbnail contains no private data`() async throws {
        try folder.write(TestPicture.jpeg(latitude: 48.8584, longitude: 2.2945, artist: "Somebody"), as: "a.jpg")
        _ = try await postcard.run("thumbnail", "a.jpg", "-o", "b.jpg")
        let metadata = try TestPicture.header(of: folder.read("b.jpg")).metadata
        #expect(metadata == Metadata())
    }

    @Test(arguments: ["ümläut ß.jpg", "写真 📷.jpg", "-dash.jpg", "with\nnewline.jpg"])
    func `unusual names are supported`(name: String) async throws {
        try folder.write(TestPicture.jpeg(), as: name)
        let result = try await postcard.run("thumbnail", "--to", "out", "--", name)
        #expect(result.status == 0, "\(result.errors)")
        #expect(folder.has("out/\(name)"))
    }

    @Test(arguments: [
        (["thumbnail"], "at least one picture"), (["thumbnail", "a.jpg"], "--to FOLDER"),
        (["thumbnail", "a.jpg", "b.jpg", "-o", "c.jpg"], "takes one picture"),
        (["thumbnail", "-", "--to", "out"], "has no name"),
        (["thumbnail", "a.jpg", "--to", "out", "--size", "0"], "invalid for '--size"),
        (["peek", "a.jpg", "-o", "noextension"], ".avif or .gif"),
    ])
    func `usage errors are explained`(arguments: [String], message: String) async throws {
        let result = try await postcard.run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
