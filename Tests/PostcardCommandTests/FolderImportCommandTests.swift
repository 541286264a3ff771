import Foundation
import PostcardTestSupport
import Testing

/// `library import` of a folder of photos.
@Suite struct FolderImportCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        // Two days in Paris, and two photos months apart.
        let photos = [
            ("a", "2024:06:09", 48.8584, 2.2945), ("b", "2024:06:10", 48.8606, 2.3376),
            ("c", "2024:08:01", 35.68, 139.69),
            ("d", "2024:11:20", 35.68, 139.69),
        ]
        for (name, day, latitude, longitude) in photos {
            var exif = EXIFBlock()
            exif.addText(0x013B, name)
            exif.addText(0x9003, "\(day) 10:00:00")
            exif.addPosition(latitude: latitude, longitude: longitude)
            try folder.write(exif.inserted(intoJPEG: TestPicture.jpeg()), as: "in/\(name).jpg")
        }
    }

    private struct Named: Decodable { let name: String }

    private func names(_ list: String) async throws -> [String] {
        let result = try await postcard.run(list, "list", "--json")
        return result.status == 66 ? [] : try result.json([Named].self).map(\.name)
    }

    @Test func `journals, places and pins are named after cities, and lone photos share a journal`() async throws {
        let result = try await postcard.run("library", "import", "in")
        expectEqual(result.status, 0)
        try await expectEqual(names("journal"), ["Paris, 9 to 10 June 2024", "Single photos"])
        try await expectEqual(names("pin").sorted(), ["Paris", "Paris", "Tokyo"])
        #expect(result.errors.contains("postcard library import --undo"), "\(result.errors)")
    }

    @Test(arguments: [false, true])
    func `--dry-run shows the journals and changes nothing`(hasLibrary: Bool) async throws {
        if hasLibrary { _ = try await postcard.run("pin", "drop", "1,2", "--name", "Reef") }
        let before = try folder.files()
        let result = try await postcard.run("library", "import", "in", "--dry-run")
        expectEqual(result.status, 0)
        #expect(result.text.contains("2      new      Paris, 9 to 10 June 2024\n"), "\(result.text)")
        #expect(result.text.contains("2      new      Single photos\n"), "\(result.text)")
        #expect(result.errors.contains("4 files would be added and 2 journals created"), "\(result.errors)")
        try expectEqual(folder.files(), before)
        try await expectEqual(names("journal"), [])
    }

    @Test func `--undo removes the last import and nothing else`() async throws {
        _ = try await postcard.run("journal", "add", "Home")
        _ = try await postcard.run("pin", "drop", "1,2", "--name", "Reef")
        _ = try await postcard.run("library", "import", "in")
        let undone = try await postcard.run("library", "import", "--undo")
        expectEqual(undone.text, "Removed 4 entries, 2 journals and 3 pins\n")
        try await expectEqual(names("journal"), ["Home"])
        try await expectEqual(names("pin"), ["Reef"])
        expectEqual(try await postcard.run("library", "import", "--undo").status, 66)
        expectEqual(try await postcard.run("library", "check", "--read").status, 0)
    }

    @Test(arguments: [
        ["library", "import"], ["library", "import", "in", "--undo"], ["library", "import", "--undo", "--dry-run"],
    ])
    func `a folder can't be combined with --undo`(command: [String]) async throws {
        expectEqual(try await postcard.run(command).status, 64)
    }

    @Test(arguments: [Array("text".utf8), []], ["journal", "library"])
    func `a file that is a picture only by name is reported as failed`(bytes: [UInt8], command: String)
        async throws
    {
        try folder.write(bytes, as: "in/bad.jpg")
        _ = try await postcard.run("journal", "add", "Home")
        let result = try await postcard.run(
            command == "journal" ? ["journal", "add", "Home", "in"] : ["library", "import", "in"])
        expectEqual(result.status, 75)
        #expect(result.errors.contains("in/bad.jpg: "), "\(result.errors)")
        let trial = try await postcard.run("library", "import", "in", "--dry-run")
        #expect(trial.errors.contains("in/bad.jpg is not a picture or video"), "\(trial.errors)")
    }

    @Test func `a folder without pictures creates no library`() async throws {
        try folder.write(Array("text".utf8), as: "notes/a.txt")
        let result = try await postcard.run("library", "import", "notes")
        expectEqual(result.status, 66)
        #expect(result.errors.contains("There are no pictures or videos in notes."), "\(result.errors)")
        expectEqual(try await postcard.run("pin", "list").status, 66)
    }

    @Test func `an incomplete backup is reported with the number of missing files`() async throws {
        _ = try await postcard.run("library", "import", "in")
        try await expectEqual(postcard.run("library", "export", "--to", "backup").status, 0)
        let blob = try #require(try folder.files().first { $0.hasPrefix("backup/blobs/") })
        try FileManager.default.removeItem(atPath: folder.path(blob))
        let other = PostcardCommand(in: folder, environment: ["POSTCARD_LIBRARY": folder.path("other")])
        let result = try await other.run("library", "import", "backup")
        expectEqual(result.status, 66)
        #expect(
            result.errors.contains("The export in backup is incomplete: 1 of 4 files is missing."), "\(result.errors)"
        )
    }

    @Test(arguments: [["library", "check"], ["pin", "drop", "1,2"], ["pin", "list"]])
    func `a folder with other files is not a library and does not become one`(command: [String]) async throws {
        let before = try folder.files()
        let result = try await postcard.run(command + ["--library", "in"])
        expectEqual(result.status, command[1] == "drop" ? 73 : 66)
        try expectEqual(folder.files(), before)
    }
}
