import Foundation
import PostcardTestSupport
import Testing

/// `postcard link`.
@Suite struct LinkCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        _ = try await postcard.run("journal", "new", "Trip")
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Tower")
    }

    struct Link: Decodable {
        let id, item, positions: String
        let url: String?
    }

    @Test func `a link is made, listed and removed`() async throws {
        let made = try await postcard.run("link", "add", "Trip", "--url", "https://photos.example.org/")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.text.wholeMatch(of: #/https://photos\.example\.org/shared/[A-Za-z0-9_-]{43}\n/#) != nil)
        let links = try await postcard.run("link", "list", "--json").json([Link].self)
        let id = try #require(links.first).id
        #expect(links.count == 1 && links[0].url == nil)
        #expect(made.errors.contains("To revoke it: postcard link remove \(id)"))
        let table = try await postcard.run("link", "list")
        #expect(table.text.contains("\(id)  ") && table.text.contains("places     Trip"), "\(table.text)")
        expectEqual(try await postcard.run("link", "remove", id).text, "Revoked \(id)\n")
        expectEqual(try await postcard.run("link", "remove", id).status, 66)
        #expect(try await postcard.run("link", "list").errors.contains("No links."))
    }

    @Test func `the URL comes from the service's setting, and is otherwise a path`() async throws {
        var other = postcard
        other.environment["POSTCARD_SERVE_PUBLIC_ADDRESS"] = "http://desk:8080"
        let made = try await other.run("link", "add", "Tower", "--json", "--positions", "none", "--days", "7")
        let link = try made.json(Link.self)
        #expect(link.url?.hasPrefix("http://desk:8080/shared/") == true)
        expectEqual(link.positions, "none")
        #expect(link.item.hasPrefix("pin-"))
        let path = try await postcard.run("link", "add", "Tower")
        #expect(path.text.hasPrefix("/shared/") && path.errors.contains("service (postcard serve) before it"))
    }

    @Test(arguments: [
        (["Spain"], 66 as Int32), (["Trip", "--days", "0"], 64 as Int32), (["Trip", "--days", "3651"], 64 as Int32),
        (["Trip", "--url", "photos.example.org"], 64 as Int32), (["Trip", "--positions", "some"], 64 as Int32),
    ])
    func `an invalid link is rejected`(arguments: [String], status: Int32) async throws {
        let result = try await postcard.run(["link", "add"] + arguments)
        expectEqual(result.status, status)
        #expect(!result.errors.isEmpty && result.output.isEmpty)
        #expect(!folder.has("Library/share.links"))
    }
}
