import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@Suite struct AlbumCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Paris")
    }

    /// The part of the output of `album list --json` that the tests read.
    struct Listing: Decodable {
        struct Photo: Decodable {
            let id: String
            let number: Int
            let title: String
            let owner: String
            let credit: String
            let file: String
            let thumbnail: String
            let peek: String
            let page: String?
        }

        let state: String
        let notice: String?
        let problem: String?
        let photos: [Photo]
    }

    private func listing(_ command: PostcardCommand? = nil) async throws -> Listing {
        try await (command ?? postcard).run("album", "list", "Paris", "--json").json()
    }

    /// Eight photos within 2 km of the pin, one far away, one without a position.
    private func writePhotos() throws -> String {
        for index in 0..<8 {
            let bytes = try TestPicture.jpeg(
                60 + index, 40, latitude: 48.8584 + Double(index) / 1_000, longitude: 2.2945, title: "View \(index)",
                artist: "Ann")
            try folder.write(bytes, as: "photos/\(index).jpg")
        }
        try folder.write(TestPicture.jpeg(50, 50, latitude: 35, longitude: 139), as: "photos/far.jpg")
        try folder.write(TestPicture.jpeg(50, 50), as: "photos/nowhere.jpg")
        return "folder:\(folder.path("photos"))"
    }

    @Test func `your own photos are added to an album and stay in it`() async throws {
        let source = try writePhotos()
        _ = try await postcard.run("album", "open", "Paris", "--source", source, "--count", "2", "--seed", "1")
        let added = try await postcard.run("album", "add", "Paris", "photos/nowhere.jpg")
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.text.hasPrefix("photo-"))
        _ = try await postcard.run(
            "album", "new-collection", "Paris", "--source", source, "--count", "3", "--seed", "2")
        try await expectEqual(listing().photos.map(\.title).first, "nowhere.jpg")
        try await expectEqual(listing().photos.count, 4)
        try await expectEqual(postcard.run("album", "add", "Paris", "missing.jpg").status, 66)
    }

    @Test func `an unreadable file does not keep the others out of an album`() async throws {
        try folder.write(TestPicture.jpeg(64), as: "mine/a.jpg")
        try folder.write(Array("text".utf8), as: "mine/b.jpg")
        try folder.write(TestPicture.jpeg(80), as: "mine/c.jpg")
        let added = try await postcard.run("album", "add", "Paris", "mine/a.jpg", "mine/b.jpg", "mine/c.jpg")
        expectEqual(added.status, 75)
        expectEqual(added.text.split(separator: "\n").count, 2)
        #expect(added.errors.contains("mine/b.jpg: "), "\(added.errors)")
        #expect(added.errors.hasSuffix("1 file was not added.\n"), "\(added.errors)")
    }

    @Test func `a photo that an album got from its source is not added again as a file`() async throws {
        let source = try writePhotos()
        _ = try await postcard.run("album", "open", "Paris", "--source", source, "--count", "8", "--seed", "1")
        try await expectEqual(listing().photos.count, 8)
        expectEqual(try await postcard.run("album", "add", "Paris", "photos/3.jpg").status, 0)
        try await expectEqual(listing().photos.count, 8)
    }

    @Test func `an album can be filled from a folder of geotagged photos`() async throws {
        let source = try writePhotos()
        let opened = try await postcard.run("album", "open", "Paris", "--source", source)
        #expect(opened.status == 0, "\(opened.errors)")
        let album = try await listing()
        expectEqual(album.state, "ready")
        expectEqual(album.photos.map(\.number), Array(1...8))
        expectEqual(Set(album.photos.map(\.title)), Set((0..<8).map { "View \($0)" }))
        let photo = try #require(album.photos.first)
        #expect(photo.owner == "Ann")
        for (path, side) in [(photo.file, 68), (photo.thumbnail, 68), (photo.peek, 68)] {
            let image = try Image(decoding: Array(Data(contentsOf: URL(filePath: path))))
            #expect(image.size.width <= side)
            #expect(image.size.width >= 60)
        }
    }

    @Test func `an existing album needs no source`() async throws {
        _ = try await postcard.run("album", "open", "Paris", "--source", writePhotos())
        let again = try await postcard.run("album", "open", "Paris")
        #expect(again.status == 0)
        #expect(again.text.contains("8 photos"))
    }

    @Test func `a new collection contains other photos and no removed ones`() async throws {
        let source = try writePhotos()
        _ = try await postcard.run("album", "open", "Paris", "--source", source, "--count", "3", "--seed", "7")
        let first = try await listing().photos
        _ = try await postcard.run("album", "remove", "Paris", "1")
        let left = try await listing().photos
        #expect(left.map(\.id) == Array(first.map(\.id).dropFirst()))
        #expect(left.map(\.number) == [1, 2])
        let result = try await postcard.run("album", "new-collection", "Paris", "--source", source, "--count", "5")
        #expect(result.status == 0, "\(result.errors)")
        let second = try await listing().photos
        #expect(second.count == 5)
        #expect(Set(second.map(\.title)).isDisjoint(with: first.map(\.title)))
        let none = try await postcard.run("album", "new-collection", "Paris", "--source", source, "--count", "30")
        #expect(none.status == 0)
        let everything = try await listing().photos
        #expect(everything.count == 7)
        #expect(!everything.map(\.title).contains(first[0].title))
    }

    @Test func `a photo with a damaged file is fetched again`() async throws {
        let source = try writePhotos()
        _ = try await postcard.run("album", "open", "Paris", "--source", source, "--count", "3")
        let photo = try #require(try await listing().photos.first)
        let bytes = try Data(contentsOf: URL(filePath: photo.file))
        try Data(count: bytes.count).write(to: URL(filePath: photo.file))
        let result = try await postcard.run("album", "new-collection", "Paris", "--source", source, "--count", "30")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try await listing().photos.count == 8)
        #expect(try Data(contentsOf: URL(filePath: photo.file)) == bytes)
        let check = try await postcard.run("library", "check")
        #expect(check.status == 0, "\(check.text)")
    }

    @Test(arguments: ["open", "new-collection"])
    func `a missing folder causes an error and leaves the album unchanged`(command: String) async throws {
        let source = try writePhotos()
        #expect(try await postcard.run("album", "open", "Paris", "--source", source).status == 0)
        let before = try await listing().photos.map(\.id)
        let result = try await postcard.run("album", command, "Paris", "--source", "folder:/nonexistent")
        #expect(result.status == 66, "\(result.errors)")
        #expect(result.errors.contains("Photo folder not found: /nonexistent"), "\(result.errors)")
        let after = try await listing()
        #expect(after.photos.map(\.id) == before && after.problem == nil)
    }

    @Test func `the same seed chooses the same photos`() async throws {
        let source = try writePhotos()
        var choices: [[String]] = []
        for name in ["a", "b"] {
            let postcard = PostcardCommand(in: folder, environment: ["POSTCARD_LIBRARY": folder.path(name)])
            _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Paris")
            _ = try await postcard.run("album", "open", "Paris", "--source", source, "--count", "4", "--seed", "42")
            choices.append(try await listing(postcard).photos.map(\.title))
        }
        #expect(choices[0] == choices[1])
        #expect(choices[0].count == 4)
    }

    @Test func `the lack of photos near a pin is recorded`() async throws {
        let source = try writePhotos()
        _ = try await postcard.run("pin", "drop", "--name", "Ocean", "--", "-48,-123")
        let result = try await postcard.run("album", "open", "Ocean", "--source", source)
        #expect(result.status == 66)
        #expect(result.errors.contains("--radius"))
        #expect(try await postcard.run("pin", "list").text.contains("none-found"))
    }

    @Test func `a meme credits the owner of its photo`() async throws {
        _ = try await postcard.run("album", "open", "Paris", "--source", writePhotos(), "--count", "1")
        let photo = try #require(try await listing().photos.first)
        let made = try await postcard.run("meme", photo.id, "HELLO")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("by Ann"))
        struct Meme: Decodable {
            let photo: String
            let credit: String
        }
        let memes = try await postcard.run("meme", "list", "--json").json([Meme].self)
        #expect(memes.first?.photo == photo.id)
        #expect(memes.first?.credit == photo.credit)
    }

    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Mistake(arguments: ["pin", "drop", "91,0"], status: 64, message: "91"),
        Mistake(arguments: ["pin", "drop", "0,181"], status: 64, message: "181"),
        Mistake(arguments: ["pin", "drop", "nowhere"], status: 64, message: "nowhere"),
        Mistake(arguments: ["pin", "delete", "Rome"], status: 66, message: "pin list"),
        Mistake(arguments: ["album", "open", "Rome"], status: 66, message: "Rome"),
        Mistake(arguments: ["album", "open", "Paris", "--source", "flickr"], status: 78, message: "FLICKR_API_KEY"),
        Mistake(arguments: ["album", "open", "Paris", "--license", "mine"], status: 64, message: "derivatives"),
        Mistake(arguments: ["album", "open", "Paris", "--since", "spring"], status: 64, message: "2024-06-01"),
        Mistake(arguments: ["album", "open", "Paris", "--safe", "no"], status: 64, message: "moderate"),
        Mistake(
            arguments: ["album", "open", "Paris", "--commons-endpoint", "x"], status: 64, message: "--commons-endpoint"),
        Mistake(arguments: ["album", "open", "Paris", "--source", "folder:none"], status: 66, message: "none"),
        Mistake(arguments: ["album", "open", "Paris", "--source", "x"], status: 64, message: "or folder:PATH"),
        Mistake(arguments: ["album", "open", "Paris", "--count", "31"], status: 64, message: "1 to 30"),
        Mistake(arguments: ["album", "remove", "Paris", "photo-1"], status: 66, message: "photo-1"),
        Mistake(arguments: ["meme", "show", "meme-1"], status: 66, message: "meme list"),
    ])
    func `invalid arguments are explained`(mistake: Mistake) async throws {
        let result = try await postcard.run(mistake.arguments)
        #expect(result.status == mistake.status)
        #expect(result.errors.contains(mistake.message), "\(result.errors)")
    }

    @Test func `a pin is deleted with its album`() async throws {
        _ = try await postcard.run("album", "open", "Paris", "--source", writePhotos())
        try await expectEqual(postcard.run("pin", "delete", "Paris").status, 0)
        try await expectEqual(postcard.run("album", "list", "--json").text, "[]\n")
        try await expectEqual(postcard.run("album", "list", "Paris").status, 66)
    }
}
