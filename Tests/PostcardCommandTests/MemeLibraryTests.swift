import Foundation
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Testing

/// Redoing, finding, copying and removing saved memes.
@Suite struct MemeLibraryTests {
    struct Listed: Decodable {
        let id: String
        let texts: [String]
        let path: String
        let format: String
        let width: Int
        let height: Int
        let photo: String?
        let credit: String?
    }

    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(320, 240, latitude: 48.8584, longitude: 2.2945), as: "photo.jpg")
        try folder.write(TestPicture.jpeg(320, 240), as: "other.jpg")
    }

    private func list(_ arguments: String...) async throws -> [Listed] {
        try await postcard.run(["meme", "list", "--json"] + arguments).json([Listed].self)
    }

    @Test func `redo needs only the library`() async throws {
        let made = try await postcard.run(
            "meme", "photo.jpg", "ONE", "TWO", "--crop", "1:1", "--overlay", "other.jpg@0.1,0.4,0.2,0.2", "-o", "a.png")
        #expect(made.status == 0, "\(made.errors)")
        for name in ["photo.jpg", "other.jpg"] { try FileManager.default.removeItem(atPath: folder.path(name)) }
        let first = try #require(try await list().first)
        let same = try await postcard.run("meme", "redo", first.id, "-o", "same.png")
        #expect(same.status == 0, "\(same.errors)")
        #expect(try folder.read("same.png") == folder.read("a.png"))
        let redone = try await postcard.run("meme", "redo", first.id, "THREE", "--size", "120", "-o", "b.png")
        #expect(redone.status == 0, "\(redone.errors)")
        let memes = try await list()
        expectEqual(memes.map(\.texts), [["THREE", "TWO"], ["ONE", "TWO"], ["ONE", "TWO"]])
        expectEqual(memes[0].width, 120)
        expectEqual(memes[0].height, 120)
        let less = try await postcard.run("meme", "redo", memes[0].id, "ONLY", "")
        #expect(less.status == 0, "\(less.errors)")
        #expect(try await list("--limit", "1").map(\.texts) == [["ONLY"]])
        let more = try await postcard.run("meme", "redo", memes[0].id, "1", "2", "3")
        #expect(more.status == 64, "\(more.errors)")
        #expect(more.errors.contains("2 texts"), "\(more.errors)")
        #expect(try await postcard.run("library", "check", "--read").status != 65)
    }

    @Test func `redo changes the style or the template, and keeps the texts`() async throws {
        let made = try await postcard.run("meme", "photo.jpg", "ONE", "TWO", "--crop", "1:1", "-o", "a.png")
        #expect(made.status == 0, "\(made.errors)")
        let first = try #require(try await list().first)
        for options in [["--style", "poster"], ["--template", "verdict"]] {
            let result = try await postcard.run(["meme", "redo", first.id] + options + ["-o", "\(options[1]).png"])
            #expect(result.status == 0, "\(result.errors)")
            expectEqual(try await list("--limit", "1").map(\.texts), [["ONE", "TWO"]])
        }
        let poster = try Image(decoding: folder.read("poster.png"))
        #expect(poster[0, 0] == .black && poster.size.height > poster.size.width)
        let verdict = try #require(BundledTemplate.all.first { $0.name == "verdict" })
        #expect(try Image(decoding: folder.read("verdict.png")).size == Image(decoding: verdict.picture).size)
        for (options, message) in [
            (["--style", "band"], "takes 1 text (text), not 2. For several lines, write \\n"),
            (["--style", "postr"], "Did you mean poster?"),
            (["--style", "band", "--template", "verdict"], "omit --style"),
        ] {
            let refused = try await postcard.run(["meme", "redo", first.id] + options)
            #expect(refused.status == 64 && refused.errors.contains(message), "\(refused.errors)")
        }
    }

    @Test func `texts with markup are listed without it and redone with it`() async throws {
        let made = try await postcard.run("meme", "photo.jpg", "so *very* [gold]good[/]", "2*3*4", "-o", "a.png")
        #expect(made.status == 0, "\(made.errors)")
        let first = try #require(try await list("--text", "very good").first)
        #expect(first.texts == ["so very good", "2*3*4"])
        let same = try await postcard.run("meme", "redo", first.id, "-o", "same.png")
        #expect(same.status == 0, "\(same.errors)")
        #expect(try folder.read("same.png") == folder.read("a.png"))
    }

    @Test func `the list can be filtered and paged`() async throws {
        _ = try await postcard.run("pin", "drop", "48.86,2.3", "--name", "Paris")
        _ = try await postcard.run("meme", "photo.jpg", "Eiffel")
        _ = try await postcard.run("meme", "other.jpg", "Nowhere")
        _ = try await postcard.run("meme", "--template", "iceberg", "Ice")
        try await expectEqual(list("--text", "EIF").map(\.texts), [["Eiffel"]])
        try await expectEqual(list("--place", "paris").map(\.texts), [["Eiffel"]])
        try await expectEqual(list("--place", "48.8584,2.2945", "--radius", "100").map(\.texts), [["Eiffel"]])
        #expect(try await list("--place", "-33.9,151.2").isEmpty)
        #expect(try await list("--template", "iceberg").map(\.texts) == [["Ice"]])
        #expect(try await list("--since", "2020-01-01", "--until", "2999-01-01").count == 3)
        #expect(try await list("--since", "2999-01-01").isEmpty)
        #expect(try await list("--until", "2020-01-01").isEmpty)
        #expect(try await list("--limit", "2").map(\.texts) == [["Ice"], ["Nowhere"]])
        #expect(try await list("--limit", "2", "--page", "2").map(\.texts) == [["Eiffel"]])
        for arguments in [["--page", "2"], ["--limit", "0"], ["--since", "soon"], ["--radius", "0"]] {
            #expect(try await postcard.run(["meme", "list"] + arguments).status == 64)
        }
        #expect(try await postcard.run("meme", "list", "--place", "Rome").status == 66)
    }

    @Test func `either all memes or none are removed`() async throws {
        for text in ["A", "B"] { _ = try await postcard.run("meme", "photo.jpg", text) }
        let memes = try await list()
        let refused = try await postcard.run("meme", "remove", memes[0].id, "meme-000000000000")
        expectEqual(refused.status, 66)
        try await expectEqual(list().count, 2)
        try await expectEqual(postcard.run("meme", "remove", memes[0].id).status, 0)
        try await expectEqual(list().map(\.texts), [["A"]])
    }

    @Test func `exported memes include their credit`() async throws {
        _ = try await postcard.run("meme", "photo.jpg", "A")
        _ = try await postcard.run("meme", "--template", "iceberg", "B", "--format", "png")
        let memes = try await list()
        let exported = try await postcard.run("meme", "export", "--all", "--to", "out/there")
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(
            try folder.files().filter { $0.hasPrefix("out/") }
                == [
                    "out/there/\(memes[0].id).credit.txt", "out/there/\(memes[0].id).png",
                    "out/there/\(memes[1].id).jpg",
                ].sorted())
        let credit = String(decoding: try folder.read("out/there/\(memes[0].id).credit.txt"), as: UTF8.self)
        #expect(credit.contains("CC0-1.0"))
        #expect(credit.contains("Changed"))
        #expect(
            try folder.read("out/there/\(memes[1].id).jpg") == Array(Data(contentsOf: URL(filePath: memes[1].path))))
        try await expectEqual(postcard.run("meme", "export", memes[1].id, "--to", "out/there").status, 73)
        try await expectEqual(postcard.run("meme", "export", memes[1].id, "--to", "out/there", "--force").status, 0)
        try await expectEqual(postcard.run("meme", "export", "--to", "out").status, 64)
    }

    @Test func `a sheet shows all memes`() async throws {
        for text in ["A", "B", "C"] { _ = try await postcard.run("meme", "photo.jpg", text) }
        let sheet = try await postcard.run("meme", "sheet", "--columns", "2", "--tile", "100", "-o", "sheet.png")
        #expect(sheet.status == 0, "\(sheet.errors)")
        let size = try TestPicture.header(of: folder.read("sheet.png")).size
        #expect(size.width == 3 * 16 + 200)
        #expect(size.height > 2 * 100)
        #expect(try await postcard.run("meme", "sheet", "--text", "none", "-o", "no.png").status == 66)
    }

    @Test func `a damaged meme does not hide the others`() async throws {
        for text in ["A", "B"] { _ = try await postcard.run("meme", "photo.jpg", text) }
        try Data("damaged".utf8).write(to: URL(filePath: try await list()[0].path))
        let sheet = try await postcard.run("meme", "sheet", "-o", "sheet.png")
        #expect(sheet.status == 75, "\(sheet.errors)")
        #expect(folder.has("sheet.png"))
    }

    @Test func `a photo that must not be changed requires permission`() async throws {
        let key = FlickrCommandTests.key
        var settings = FlickrStandIn.Settings(
            photos: FlickrStandInPhoto.neighborhood(
                latitude: 48.8584, longitude: 2.2945, count: 5, radius: 500, now: FlickrStandIn.defaultNow
            ).map { photo in
                var photo = photo
                // Flickr's number for Attribution-NoDerivs.
                photo.license = 6
                return photo
            })
        settings.knownKeys = [key]
        let standIn = try await FlickrStandIn(settings)
        let postcard = PostcardCommand(
            in: folder, environment: ["FLICKR_API_KEY": key, "POSTCARD_FLICKR_ENDPOINT": standIn.endpoint])
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Paris")
        let opened = try await postcard.run("album", "open", "Paris", "--count", "1")
        #expect(opened.status == 0, "\(opened.errors)")
        await standIn.stop()
        struct Album: Decodable {
            struct Photo: Decodable { let id: String }
            let photos: [Photo]
        }
        let album = try await postcard.run("album", "list", "Paris", "--json").json(Album.self)
        let photo = try #require(album.photos.first?.id)
        let refused = try await postcard.run("meme", photo, "HI", "-o", "o.jpg")
        #expect(refused.status == 77, "\(refused.errors)")
        #expect(refused.errors.contains("--i-have-permission"), "\(refused.errors)")
        #expect(!folder.has("o.jpg"))
        let made = try await postcard.run("meme", photo, "HI", "-o", "o.jpg", "--i-have-permission")
        #expect(made.status == 0, "\(made.errors)")
        // The file contains the author of the photo, and the record contains the terms.
        let metadata = try TestPicture.header(of: folder.read("o.jpg")).metadata
        #expect(metadata.artist?.isEmpty == false)
        #expect(metadata.copyright?.contains("ND") == true)
        let meme = try #require(try await list("--place", "Paris").first)
        expectEqual(meme.photo, photo)
        expectEqual(meme.credit?.contains("ND"), true)
        try await expectEqual(postcard.run("meme", "redo", meme.id, "AGAIN").status, 77)
    }
}
