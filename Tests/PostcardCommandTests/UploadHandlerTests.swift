import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// The upload handler in the documentation.
@Suite struct UploadHandlerTests {
    /// Returns the statuses of uploads by file name, and the folder with the stored files.
    private func upload(_ files: [Fixture]) async throws -> (TemporaryFolder, [String: Int]) {
        let folder = try TemporaryFolder()
        let command = PostcardCommand(in: folder, program: "UploadHandler")
        let result = try await command.run(["."] + files.map(\.path))
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.text.split(separator: "\n")
        #expect(lines.count == files.count)
        let statuses = lines.compactMap { line -> (String, Int)? in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let status = Int(words[0]) else { return nil }
            return (String(words[1].prefix { $0 != ":" }), status)
        }
        return (folder, Dictionary(statuses) { first, _ in first })
    }

    @Test func `photos are stored without their location, with a peek, a thumbnail and a placeholder`() async throws {
        let (folder, statuses) = try await upload(Fixture.travel)
        #expect(Set(statuses.values) == [201])
        var places = 0
        for photo in Fixture.travel {
            places += try TestPicture.header(of: photo.bytes).metadata.position == nil ? 0 : 1
            let original = try folder.read("\(photo.name)-original.jpg")
            #expect(try TestPicture.header(of: original).metadata.position == nil)
            #expect(try TestPicture.header(of: original).size == TestPicture.header(of: photo.bytes).size)
            for (name, side) in [("peek.webp", 1_024), ("thumbnail.webp", 256), ("placeholder.jpg", 64)] {
                let size = try TestPicture.header(of: folder.read("\(photo.name)-\(name)")).size
                #expect(max(size.width, size.height) == side)
            }
        }
        #expect(places > 0)
    }

    @Test func `animations stay animated`() async throws {
        let gif = Fixture.small("gif-disposal-1.gif")
        let (folder, _) = try await upload([gif])
        let frames = try AnimatedImage(OpenedPicture(gif.bytes)).durations.count
        #expect(frames > 1)
        for name in ["original.gif", "peek.webp", "thumbnail.webp"] {
            let stored = try OpenedPicture(folder.read("\(gif.name)-\(name)"))
            #expect(try AnimatedImage(stored).durations.count == frames)
        }
    }

    @Test func `files of every kind, including hostile ones, are stored or rejected with a status`() async throws {
        let (folder, statuses) = try await upload(Fixture.small)
        #expect(Set(statuses.values).isSubset(of: [201, 413, 415, 422, 503]))
        for (name, status) in [
            ("hostile-30000x30000.jpg", 413), ("hostile-5000-frames.gif", 413), ("hostile-html.jpg", 415),
            ("hostile-truncated.png", 422), ("hostile-empty.jpg", 422),
        ] {
            #expect(statuses[name] == status, "\(name)")
        }
        let stored = try folder.files()
        for (name, status) in statuses {
            #expect(stored.count { $0.hasPrefix("\(name)-") } == (status == 201 ? 4 : 0), "\(name)")
        }
    }

    @Test func `a client gets the handler's own message, and Postcard's message is only logged`() async throws {
        let folder = try TemporaryFolder()
        let command = PostcardCommand(in: folder, program: "UploadHandler")
        // The handler creates the folder.
        let files = ["hostile-30000x30000.jpg", "jpeg-420.jpg"].map { Fixture.small($0).path }
        let result = try await command.run(["a/b"] + files)
        let lines = result.text.split(separator: "\n")
        #expect(lines.first?.hasPrefix("413 hostile-30000x30000.jpg: The picture is too large. Log: ") == true)
        #expect(lines.last == "201 jpeg-420.jpg")
        #expect(try folder.files().count { $0.hasPrefix("a/b/") } == 4)
    }

    @Test func `an original that is encoded again keeps its transparency`() async throws {
        let picture = Fixture.small("tiff-rgba.tif")
        #expect(try !Image(decoding: picture.bytes).isOpaque)
        let (folder, _) = try await upload([picture])
        #expect(try !Image(decoding: folder.read("\(picture.name)-original.png")).isOpaque)
    }

    @Test func `the handler has at most 80 lines`() throws {
        let text = Fixture("../Snippets/UploadHandler.swift").text
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 81)
    }
}
