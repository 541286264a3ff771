import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// The programs that the documentation of the modules shows.
@Suite struct SnippetTests {
    private func run(_ program: String, _ arguments: String...) async throws -> (TemporaryFolder, String) {
        let folder = try TemporaryFolder()
        let result = try await PostcardCommand(in: folder, program: program).run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        return (folder, result.text)
    }

    private var photos: String { "\(Fixture.folder)/travel" }

    @Test func `ThumbnailFolder makes a thumbnail of each photo`() async throws {
        let (folder, output) = try await run("ThumbnailFolder", photos, "thumbnails")
        #expect(output.split(separator: "\n").count == Fixture.travel.count)
        for photo in Fixture.travel {
            let thumbnail = try Image(decoding: folder.read("thumbnails/\(photo.name)"))
            #expect(max(thumbnail.size.width, thumbnail.size.height) == 256)
        }
    }

    @Test func `MakeMeme letters a photo`() async throws {
        let (folder, _) = try await run("MakeMeme", "\(photos)/fuji-lake-at-dawn.jpg", "meme.jpg")
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
        let (folder, output) = try await run("OpenAlbum", "Library", photos)
        // So many of the photos were taken near the pin.
        #expect(output.split(separator: "\n").count == 5)
        let list = try await PostcardCommand(in: folder).run("album", "list", "Paris", "--json")
        #expect(list.status == 0)
        #expect(list.text.contains("photo-"))
    }

    @Test func `RunService tells where it listens and stops`() async throws {
        let (_, output) = try await run("RunService", photos)
        #expect(output.contains(/^http:\/\/127\.0\.0\.1:[0-9]+\/unsafe\/300x200/))
    }
}
