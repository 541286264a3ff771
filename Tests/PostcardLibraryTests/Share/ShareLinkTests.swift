import Foundation
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct ShareLinkTests {
    let folder: TemporaryFolder
    let library: Library
    let journal: Journal
    /// The current time in days.
    let day = Shared(20_000.0)

    init() throws {
        folder = try TemporaryFolder()
        let day = day
        library = try Library(
            directory: FilePath(folder.path("Library")), createIfNeeded: true,
            environment: Library.Environment(
                now: { Date(timeIntervalSince1970: day.value * 86_400) }, random: { .random(in: 0 ... .max) }))
        journal = try library.addJournal(named: "France")
    }

    /// Makes a link, and returns it with its token.
    private func link(days: Int = 30) throws -> (link: ShareLink, token: String) {
        let link = try library.addLink(to: "France", positions: .none, days: days)
        return (link, String(try #require(link.url).dropFirst("/shared/".count)))
    }

    @Test func `a link works until it expires`() throws {
        let (link, token) = try link(days: 7)
        #expect(token.count == 43)
        expectEqual(try library.link(withToken: token)?.id, link.id)
        expectEqual(try library.links().map(\.item), [journal.id.rawValue])
        expectEqual(try library.links().map(\.positions), [.none])
        day.change { $0 += 6.99 }
        #expect(try library.link(withToken: token) != nil)
        day.change { $0 += 0.01 }
        #expect(try library.link(withToken: token) == nil)
        #expect(try library.links().isEmpty)
    }

    @Test func `a removed link does not work, and others do`() throws {
        let (first, second) = (try link(), try link())
        #expect(first.token != second.token)
        #expect(try library.removeLink(first.link.id))
        #expect(try !library.removeLink(first.link.id))
        #expect(try library.link(withToken: first.token) == nil)
        expectEqual(try library.link(withToken: second.token)?.id, second.link.id)
    }

    @Test func `only hashes are stored, in a file that only the owner can read`() throws {
        let token = try link().token
        let path = folder.path("Library/share.links")
        #expect(!String(decoding: try folder.read("Library/share.links"), as: UTF8.self).contains(token))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        expectEqual(mode, 0o600)
        for guess in ["", "x", String(token.dropLast()), token + "A", token.lowercased()] {
            #expect(try library.link(withToken: guess) == nil)
        }
    }

    @Test func `expired lines are dropped when a link is made, and malformed lines are ignored`() throws {
        _ = try link(days: 1)
        let file = try #require(FileHandle(forWritingAtPath: folder.path("Library/share.links")))
        try file.seekToEnd()
        try file.write(contentsOf: Data("nonsense\nlink-0 journal-0 some 1 00\n".utf8))
        try file.close()
        day.change { $0 += 2 }
        #expect(try library.links().isEmpty)
        _ = try link()
        let lines = String(decoding: try folder.read("Library/share.links"), as: UTF8.self).split(separator: "\n")
        expectEqual(lines.count, 1)
    }

    @Test func `all links that are made at the same time are kept`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { _ = try link() } }
            try await group.waitForAll()
        }
        expectEqual(try library.links().count, 10)
    }

    @Test func `a link needs an existing journal or pin`() throws {
        let pin = try library.addPin(at: .init(latitude: 1, longitude: 2), name: "Tower")
        expectEqual(try library.addLink(to: "Tower", positions: .places, days: 1).item, pin.id.rawValue)
        #expect(throws: LibraryError.self) { try library.addLink(to: "Spain", positions: .places, days: 1) }
        expectEqual(try library.links().count, 1)
    }
}
