import Foundation
import PostcardTestSupport
import Testing

/// Folders, places and inputs as users type them.
@Suite struct PlaceNotationTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder, environment: ["PWD": folder.path("")])
    }

    @Test func `a tilde that no shell has expanded stands for the home folder`() async throws {
        #expect(try await postcard.run("pin", "drop", "1,2", "--library=~/lib").status == 0)
        #expect(folder.has("home/lib/index.jsonl"))
        #expect(!folder.has("~"))
        let other = PostcardCommand(in: folder, environment: ["POSTCARD_LIBRARY": "~/lib"])
        #expect(try await other.run("pin", "list").text.contains("1.000000"))
    }

    @Test func `an empty library option is rejected`() async throws {
        let result = try await postcard.run("pin", "list", "--library", "")
        #expect(result.status == 64)
        #expect(result.errors.contains("--library is empty"))
    }

    @Test func `the source folder in the settings is stored as an absolute path`() async throws {
        let set = try await postcard.run("settings", "set", "source", "folder:Pictures")
        #expect(set.text.contains("/Pictures"), "\(set.text)\(set.errors)")
        #expect(set.text.contains("source folder:/"), "\(set.text)\(set.errors)")
    }

    @Test func `a missing source folder is reported as missing input and leaves the album unchanged`() async throws {
        _ = try await postcard.run("pin", "drop", "1,2", "--name", "P")
        let result = try await postcard.run("album", "open", "P", "--source", "folder:/nonexistent/x")
        #expect(result.status == 66)
        #expect(try await !postcard.run("album", "list", "P").text.contains("failed"))
    }

    @Test func `one missing picture does not stop the others`() async throws {
        _ = try await postcard.run("journal", "new", "J")
        let picture = try folder.write(TestPicture.jpeg(), as: "view.jpg")
        let added = try await postcard.run("journal", "add", "J", "nosuch.jpg", picture)
        #expect(added.status == 75)
        #expect(added.errors.contains("nosuch.jpg"))
        #expect(try await postcard.run("entry", "list").text.contains("1 picture"))
    }

    @Test func `the error for a place name suggests a search`() async throws {
        let result = try await postcard.run("pin", "drop", "Eiffel Tower")
        #expect(result.status == 64)
        #expect(result.errors.contains("--search \"Eiffel Tower\""))
    }

    @Test func `the span of the map can be set on its own`() async throws {
        _ = try await postcard.run("map", "set", "1,2", "--span", "0.5")
        let set = try await postcard.run("map", "set", "--span", "0.1")
        #expect(set.status == 0)
        #expect(set.text.contains("0.1 x"))
        #expect(set.text.contains("1.000000,2.000000"))
    }

    @Test(arguments: ["-", "x.pdf", "x.kml"])
    func `a share can be a page, an archive or a folder`(to: String) async throws {
        _ = try await postcard.run("journal", "new", "J")
        #expect(try await postcard.run("share", "J", "--to", to).status == 64)
        #expect(!folder.has(to))
    }

    @Test func `coordinates are shown with all their digits`() async throws {
        let picture = try folder.write(TestPicture.jpeg(latitude: -24.7301, longitude: 10.1), as: "a.jpg")
        #expect(try await postcard.run("info", picture).text.contains("Place: -24.7301, 10.1\n"))
    }
}
