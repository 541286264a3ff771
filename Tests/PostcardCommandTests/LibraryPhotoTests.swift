import PostcardImaging
import PostcardTestSupport
import Testing

/// Photos of the library as overlays and watermarks, and file names that contain commas.
@Suite struct LibraryPhotoTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand
    let photo: String

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(640, 480, latitude: 48.8584, longitude: 2.2945), as: "photos/tower.jpg")
        try folder.write(Image(size: PixelSize(width: 400, height: 300), fill: .black).encoded(as: .png), as: "a.png")
        try folder.write(
            Image(size: PixelSize(width: 40, height: 30), fill: .white).encoded(as: .png), as: "one,two.png")
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Tower")
        let album = try await postcard.run(
            "album", "open", "Tower", "--source", "folder:\(folder.path("photos"))", "--json")
        struct Album: Decodable {
            struct Photo: Decodable { let id: String }
            let photos: [Photo]
        }
        photo = try #require(album.json(Album.self).photos.first?.id)
    }

    @Test func `a photo in the library can be an overlay`() async throws {
        let made = try await postcard.run(
            "meme", "a.png", "HI", "--overlay", "\(photo)@0,0.5,0.5,0.5", "-o", "b.png", "--i-have-permission")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("Credit: "), "\(made.errors)")
        let image = try Image(decoding: folder.read("b.png"))
        // Red grows to the right of the photo, green downward.
        #expect(image[190, 220].red > 150)
        #expect(image[100, 280].green > 150)
        #expect(image[300, 220].red == 0)
    }

    @Test func `an overlay that is not in the library is reported`() async throws {
        let made = try await postcard.run(
            "meme", "a.png", "HI", "--overlay", "photo-000000000000@0,0,1,1", "-o", "b.png")
        #expect(made.status == 66, "\(made.errors)")
        #expect(made.errors.contains("photo-000000000000"), "\(made.errors)")
    }

    @Test(arguments: ["one,two.png", "one,two.png,1"])
    func `a watermark can have a comma in its name`(name: String) async throws {
        let made = try await postcard.run("edit", "a.png", "watermark=\(name)", "-o", "b.png")
        #expect(made.status == 0, "\(made.errors)")
        let image = try Image(decoding: folder.read("b.png"))
        #expect((0..<300).contains { y in (200..<400).contains { image[$0, y].red > 100 } })
    }

    @Test func `an overlay can have commas and an at sign in its name`() async throws {
        try folder.write(folder.read("one,two.png"), as: "me@home,1.png")
        for (name, output) in [("one,two.png", "b.png"), ("me@home,1.png", "c.png")] {
            let made = try await postcard.run(
                "meme", "a.png", "HI", "--overlay", "\(name)@0,0.5,0.5,0.5", "-o", output)
            #expect(made.status == 0, "\(made.errors)")
            #expect(try Image(decoding: folder.read(output))[100, 225].red > 200)
        }
    }
}
