import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// The programs in the documentation of the modules.
@Suite struct SnippetTests {
    private func run(
        _ program: String, _ arguments: [String], in folder: TemporaryFolder? = nil
    ) async throws -> (TemporaryFolder, String) {
        let folder = try folder ?? TemporaryFolder()
        let result = try await PostcardCommand(in: folder, program: program).run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        return (folder, result.text)
    }

    private var photos: String { "\(Fixture.folder)/travel" }

    @Test func `ThumbnailFolder makes a thumbnail of each photo`() async throws {
        let (folder, output) = try await run("ThumbnailFolder", [photos, "thumbnails"])
        #expect(output.split(separator: "\n").count == Fixture.travel.count)
        for photo in Fixture.travel {
            let thumbnail = try Image(decoding: folder.read("thumbnails/\(photo.name)"))
            #expect(max(thumbnail.size.width, thumbnail.size.height) == 256)
        }
    }

    @Test func `MakeMeme draws text on a photo`() async throws {
        let (folder, _) = try await run("MakeMeme", ["\(photos)/fuji-lake-at-dawn.jpg", "meme.jpg"])
        let meme = try Image(decoding: folder.read("meme.jpg"))
        let plain = try Image(
            decoding: Fixture.travel("fuji-lake-at-dawn").bytes,
            options: DecodingOptions(resize: Resize(into: .square(1_200))))
        #expect(meme.size == plain.size)
        let yellow = (0..<meme.size.height).contains { y in
            (0..<meme.size.width).contains { x in
                let color = meme[x, y]
                return color.red > 240 && color.green > 190 && color.blue < 60
            }
        }
        #expect(yellow)
    }

    @Test func `OpenAlbum fills an album`() async throws {
        let (folder, output) = try await run("OpenAlbum", ["Library", photos])
        // The number of photos taken near the pin.
        let lines = output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines.last == "5 photos")
        let list = try await PostcardCommand(in: folder).run("album", "list", "Paris", "--json")
        #expect(list.status == 0)
        #expect(list.text.contains("photo-"))
        // The next run finds the pin and its album.
        let (_, again) = try await run("OpenAlbum", ["Library", photos], in: folder)
        #expect(again == "5 photos\n")
    }

    @Test func `RunService prints where it listens, and stops`() async throws {
        let (_, output) = try await run("RunService", [photos])
        #expect(output.contains(/^http:\/\/127\.0\.0\.1:[0-9]+\/unsafe\/300x200/))
    }

    @Test func `AlbumToFolder saves the photos of a place`() async throws {
        let (folder, output) = try await run("AlbumToFolder", ["album", photos])
        let lines = output.split(separator: "\n")
        #expect(lines.first == "Page 1 of 1: 5 photos")
        #expect(lines.count == 6)
        for number in 1...5 {
            #expect(try TestPicture.header(of: folder.read("album/\(number).jpg")).size.width > 1_000)
        }
    }

    @Test func `OwnSource finds and downloads its photo`() async throws {
        let photo = Fixture.travel("fuji-lake-at-dawn")
        let (_, output) = try await run("OwnSource", [photo.path])
        #expect(output == "tower: \(photo.bytes.count) bytes, original\n")
    }

    @Test func `OwnTemplate makes a meme from a template and a font`() async throws {
        let folder = try TemporaryFolder()
        let template = """
            {"name": "two-doors", "title": "Two Doors", "picture": "picture.png", "slots": [
              {"name": "left", "caption": {"box": {"x": 0.05, "y": 0.1, "width": 0.4, "height": 0.3}}},
              {"name": "right", "caption": {"box": {"x": 0.55, "y": 0.1, "width": 0.4, "height": 0.3}}}]}
            """
        try folder.write(Array(template.utf8), as: "template/template.json")
        let plain = try Image(size: PixelSize(width: 400, height: 300), fill: .black)
        try folder.write(plain.encoded(as: .png), as: "template/picture.png")
        let font = "\(Fixture.folder)/../Fonts/Frankmark-Regular.ttf"
        let (_, output) = try await run("OwnTemplate", ["template", font, "meme.webp"], in: folder)
        #expect(output == "400 × 300 pixels\n")
        let meme = try Image(decoding: folder.read("meme.webp"))
        for columns in [0..<200, 200..<400] {
            #expect((0..<150).contains { y in columns.contains { x in meme[x, y].red > 200 } })
        }
    }

    @Test func `ThumbnailFolder reads JPEG files with any extension, and keeps their rights`() async throws {
        let folder = try TemporaryFolder()
        var encoding = EncodingOptions.jpeg()
        (encoding.metadata.copyright, encoding.metadata.title) = ("© 2026", "Lake")
        encoding.metadata.position = Metadata.Position(latitude: 1, longitude: 2)
        let plain = try Image(size: PixelSize(width: 400, height: 300), fill: .white)
        for name in ["a.JPG", "b.jpeg", "c.png"] { try folder.write(plain.encoded(as: encoding), as: "photos/\(name)") }
        let (_, output) = try await run("ThumbnailFolder", ["photos", "small"], in: folder)
        #expect(output.split(separator: "\n").sorted() == ["a.JPG: 256 × 192", "b.jpeg: 256 × 192"])
        let metadata = try TestPicture.header(of: folder.read("small/a.JPG")).metadata
        #expect(metadata.copyright == "© 2026")
        #expect(metadata.position == nil && metadata.title == nil)
    }

    @Test(arguments: [
        "AlbumToFolder", "ImagingExamples", "LibraryExamples", "MakeMeme", "MemeExamples", "OpenAlbum", "OwnSource",
        "OwnTemplate",
        "RunService", "ThumbnailFolder", "UploadHandler",
    ])
    func `a program without arguments prints its usage`(program: String) async throws {
        let result = try await PostcardCommand(in: TemporaryFolder(), program: program).run()
        #expect(result.status == 64)
        #expect(result.text.hasPrefix("usage: \(program) "))
    }

    @Test(
        .thorough,
        arguments: [
            ("ImagingExamples", [Fixture.travel("fuji-lake-at-dawn").path, Fixture.small("gif-disposal-1.gif").path]),
            ("MemeExamples", [Fixture.travel("fuji-lake-at-dawn").path]),
            ("LibraryExamples", ["Library"]),
        ])
    func `the examples in the documentation of types run`(program: String, arguments: [String]) async throws {
        let (_, output) = try await run(program, arguments)
        #expect(!output.isEmpty)
    }
}
