import Foundation
import NIOHTTP1
import PostcardFixtures
import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct EntryMediaTests {
    private static func entry(_ lab: LibraryLab) async throws -> (entry: Entry, address: String) {
        let entry = try await lab.library.addEntry(
            text: "a", media: [.bytes(try TestPicture.jpeg(80, 60), name: "a.jpg")])
        return (entry, "/library/entries/\(entry.id)")
    }

    /// Adds an entry with three pictures, 80, 70 and 60 pixels wide.
    private static func three(_ lab: LibraryLab) async throws -> (entry: Entry, address: String) {
        let sources = try [80, 70, 60].map { MediumSource.bytes(try TestPicture.jpeg($0, 60), name: "\($0).jpg") }
        let entry = try await lab.library.addEntry(text: "a", media: sources)
        return (entry, "/library/entries/\(entry.id)")
    }

    @Test(arguments: [("[3, 1]", [60, 80]), ("[2]", [70]), ("[1, 2, 3]", [80, 70, 60])])
    func `pictures are kept by number, in the requested order`(keep: String, widths: [Int]) async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.three(lab)
            let reply = try await lab.send(.PATCH, address, json: #"{"keep": \#(keep)}"#)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(try lab.library.entry(named: entry.id.rawValue).media.map(\.width) == widths)
        }
    }

    @Test func `new pictures follow the kept ones`() async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.three(lab)
            let reply = try await lab.sendForm(
                .PATCH, address,
                [.file("b.jpg", try TestPicture.jpeg(50, 60)), .field("keep", "3,1"), .field("text", "b")])
            #expect(reply.status == 200, "\(reply.text)")
            let changed = try lab.library.entry(named: entry.id.rawValue)
            #expect(changed.media.map(\.width) == [60, 80, 50])
            #expect(changed.text == "b")
        }
    }

    @Test(arguments: ["[]", "[4]", "[0]", "[-1]", "[1, 1]", "[9223372036854775807]", "\"1\"", "[1.5]"])
    func `unknown numbers change nothing`(keep: String) async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.three(lab)
            let reply = try await lab.send(.PATCH, address, json: #"{"text": "b", "keep": \#(keep)}"#)
            #expect(reply.status == 422, "\(reply.text)")
            #expect(try lab.library.entry(named: entry.id.rawValue) == entry)
        }
    }

    @Test(arguments: ["", "1,", "0", "a", "1;2", "99999999999999999999"])
    func `a form's numbers are parsed strictly`(keep: String) async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.three(lab)
            let reply = try await lab.sendForm(.PATCH, address, [.field("keep", keep)])
            #expect(reply.status == 422, "\(reply.text)")
            #expect(try lab.library.entry(named: entry.id.rawValue) == entry)
        }
    }

    @Test func `one of several pictures can be removed, but not the last one`() async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.three(lab)
            let removed = try await lab.send(.DELETE, "\(address)/media/2")
            #expect(removed.status == 200)
            #expect(try removed.decoded(Entry.self).media.map(\.width) == [80, 60])
            for number in ["3", "0", "x", "-1"] {
                let reply = try await lab.send(.DELETE, "\(address)/media/\(number)")
                #expect(reply.status == 404, "\(number) \(reply.text)")
            }
            #expect(try await lab.send(.DELETE, "\(address)/media/1").status == 200)
            let last = try await lab.send(.DELETE, "\(address)/media/1")
            #expect(last.status == 409, "\(last.text)")
            #expect(try lab.library.entry(named: entry.id.rawValue).media.map(\.width) == [60])
        }
    }

    @Test func `pictures and videos are replaced in order`() async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.entry(lab)
            let video = Fixture("video/gate.webm").bytes
            let reply = try await lab.sendForm(
                .PATCH, address,
                [
                    .file("b.jpg", try TestPicture.jpeg(70, 60)), .file("gate.webm", video), .field("text", "b"),
                    .file("c.jpg", try TestPicture.jpeg(60, 60)),
                ])
            #expect(reply.status == 200)
            let changed: Entry = try reply.decoded()
            expectEqual(changed.media.map(\.name), ["b.jpg", "gate.webm", "c.jpg"])
            expectEqual(changed.media.map(\.kind), [.picture, .video, .picture])
            expectEqual(changed.text, "b")
            expectEqual(changed.date, entry.date)
            try expectEqual(lab.library.entry(named: entry.id.rawValue).asSent, changed)
            try await expectEqual(lab.get("\(address)/media/2/file").body, video)
            try await expectEqual(lab.get("\(address)/media/2/thumbnail")["Content-Type"], "image/jpeg")
            // Compacting removes the replaced file, like all files that no record refers to.
            #expect(try lab.library.check(readsBlobs: true).unreferencedBlobs == 1)
        }
    }

    @Test(.enabled(if: ReadOnlyFolder.isPossible, "needs a folder that cannot be written"))
    func `a read-only library shows its pictures, but accepts no new ones`() async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.entry(lab)
            try FileManager.default.removeItem(atPath: lab.folder.path("library/cache"))
            let lock = try ReadOnlyFolder(lab.folder.path("library"))
            defer { withExtendedLifetime(lock) {} }
            let small = try await lab.get("\(address)/media/1/thumbnail")
            #expect(small.status == 200, "\(small.text)")
            #expect(small["Content-Type"] == "image/jpeg", "\(small.text)")
            #expect(try Image(decoding: small.body).size == PixelSize(width: 80, height: 60))
            let tag = try #require(small["ETag"])
            #expect(try await lab.get("\(address)/media/1/thumbnail", ["If-None-Match": tag]).status == 304)
            #expect(try await lab.get("\(address)/media/1/thumbnail").body == small.body)
            let page = try await lab.get("/library/share.html?ids=\(entry.id)")
            #expect(page.status == 200, "\(page.text.prefix(200))")
            #expect(page.text.contains("data:image/jpeg"), "\(page.text.prefix(200))")
            let change = try await lab.sendForm(.PATCH, address, [.field("text", "b")])
            #expect(change.status >= 400)
            #expect(!change.text.contains(lab.folder.url.path))
            #expect(!lab.folder.has("library/cache"))
        }
    }

    @Test func `a dangling link in the cache does no harm`() async throws {
        try await LibraryLab.run { lab in
            let (_, address) = try await Self.entry(lab)
            let files = try lab.folder.files().filter { $0.hasPrefix("library/cache/thumbnail") }
            let path = lab.folder.path(try #require(files.first))
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere/at/all")
            let small = try await lab.get("\(address)/media/1/thumbnail")
            #expect(small.status == 200)
            #expect(!small.text.contains("nowhere"))
        }
    }

    @Test(
        arguments: [
            ([.field("text", " ")], 422), ([], 422), ([.field("date", "June")], 422), ([.field("journal", "a")], 422),
            ([.field("photo", "photo-000000000000")], 422), ([.file("a.jpg", Array("no picture".utf8))], 415),
        ] as [([LibraryLab.Part], Int)])
    func `an invalid change leaves the entry unchanged`(parts: [LibraryLab.Part], status: Int) async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.entry(lab)
            let reply = try await lab.sendForm(.PATCH, address, parts)
            #expect(reply.status == status)
            #expect(!reply.text.contains(lab.folder.url.path))
            #expect(try lab.library.entry(named: entry.id.rawValue) == entry)
        }
    }

    @Test func `one damaged file among good ones changes nothing`() async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.entry(lab)
            let damaged = Array(try TestPicture.gradient().encoded(as: .png).prefix(200))
            let reply = try await lab.sendForm(
                .PATCH, address, [.file("b.jpg", try TestPicture.jpeg(70, 60)), .file("c.png", damaged)])
            #expect(reply.status == 422)
            #expect(try lab.library.entry(named: entry.id.rawValue) == entry)
        }
    }

    @Test func `a large file is rejected`() async throws {
        try await LibraryLab.run({ $0.limits.uploadBytes = 2_000 }) { lab in
            let (entry, address) = try await Self.entry(lab)
            let reply = try await lab.sendForm(
                .PATCH, address, [.file("b.jpg", Array(repeating: 1, count: 100_000))])
            #expect(reply.status == 413)
            #expect(try lab.library.entry(named: entry.id.rawValue) == entry)
        }
    }

    @Test func `a version conflict is reported before the files are received`() async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.entry(lab)
            let before = try lab.folder.files().filter { $0.contains("/blobs/") }
            let reply = try await lab.sendForm(
                .PATCH, address, [.file("b.jpg", try TestPicture.jpeg(70, 60))], ["If-Match": "\"other\""])
            expectEqual(reply.status, 412)
            try expectEqual(lab.library.entry(named: entry.id.rawValue), entry)
            try expectEqual(lab.folder.files().filter { $0.contains("/blobs/") }, before)
        }
    }

    /// The connection closes in the middle of a file.
    @Test func `a client that disconnects changes nothing`() async throws {
        try await LibraryLab.run { lab in
            let (entry, address) = try await Self.entry(lab)
            let picture = try TestPicture.jpeg(70, 60)
            let head = """
                PATCH \(address) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(LibraryLab.token)\r
                Content-Type: multipart/form-data; boundary=b\r\nContent-Length: \(picture.count + 10_000)\r\n\r
                --b\r\nContent-Disposition: form-data; name="media"; filename="b.jpg"\r\n\r\nhalf of it
                """
            try await RawConnection.leave(port: try await lab.server.port, after: head)
            // The service still runs, and has discarded the upload.
            #expect(try await lab.get(address).decoded(Entry.self) == entry.asSent)
            #expect(try lab.library.check(readsBlobs: true).unreferencedBlobs == 0)
        }
    }

    @Test func `pictures without text become separate entries`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "France")
            let place = try lab.library.addPlace(to: journal.id, at: .tower)
            let address = "/library/journals/\(journal.id)/media"
            let reply = try await lab.sendForm(
                .POST, address,
                [
                    .field("place", place.id.rawValue), .field("date", "2024-06-09"),
                    .file("a.jpg", try TestPicture.jpeg(80, 60)),
                    .file("gate.webm", Fixture("video/gate.webm").bytes),
                ])
            #expect(reply.status == 201)
            #expect(reply["Location"] == "/library/journals/\(journal.id)")
            let entries: [Entry] = try reply.decoded()
            #expect(entries.map(\.text) == ["", ""])
            #expect(entries.map { $0.media[0].name } == ["a.jpg", "gate.webm"])
            #expect(entries.allSatisfy { $0.place == place.id && $0.date == WallTime("2024-06-09") })
            #expect(Set(try lab.library.entries(of: journal.id).map { try $0.asSent }) == Set(entries))
            let bad = try await lab.sendForm(
                .POST, address, [.file("a.jpg", try TestPicture.jpeg(90, 60)), .file("b.jpg", [1, 2, 3])])
            expectEqual(bad.status, 415)
            try await expectEqual(lab.sendForm(.POST, address, [.field("place", place.id.rawValue)]).status, 422)
            try await expectEqual(lab.sendForm(.POST, address, [.field("text", "a")]).status, 422)
            try expectEqual(lab.library.entries().count, 2)
        }
    }
}
