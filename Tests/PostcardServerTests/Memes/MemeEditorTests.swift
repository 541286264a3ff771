import Foundation
import NIOHTTP1
import PostcardImaging
import PostcardLibrary
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The data that a meme editor needs in addition to the meme: boxes, the layout of the captions, and pictures by name.
@Suite struct MemeEditorTests {
    @Test(arguments: [
        (#"{"texts": ["One does not simply", "ship on Friday"]}"#, 2), (#"{"texts": ["a"], "style": "classic"}"#, 1),
        (#"{"template": "verdict", "texts": ["No", "Yes"], "size": "60"}"#, 2),
        (#"{"picture": "library:photo-000000000000", "meme": {"captions": [{"text": "a"}]}}"#, 1),
    ])
    func `a specification is expanded to a meme with boxes, and nothing is drawn`(json: String, count: Int) async throws
    {
        try await LibraryLab.run { lab in
            let reply = try await lab.send(.POST, "/memes/specification", json: json)
            #expect(reply.status == 200, "\(reply.text)")
            let meme = try #require(try reply.object["meme"] as? [String: Any])
            let captions = try #require(meme["captions"] as? [[String: Any]])
            #expect(captions.count == count)
            #expect(captions.allSatisfy { $0["box"] != nil && $0["maximumSize"] != nil })
            // The response can be sent as a request.
            let again = try JSONSerialization.data(withJSONObject: ["meme": meme])
            let second = try await lab.send(.POST, "/memes/specification", json: String(decoding: again, as: UTF8.self))
            #expect(second.status == 200)
            #expect(second.body == reply.body)
        }
    }

    @Test(arguments: [
        (#"{"template": "nosuch"}"#, 404), (#"{"texts": ["a"], "style": "nosuch"}"#, 422), ("{", 400),
        (#"{"texts": ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "style": "classic"}"#, 422),
    ])
    func `an invalid specification is rejected`(json: String, status: Int) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.send(.POST, "/memes/specification", json: json)
            #expect(reply.status == status, "\(reply.text)")
        }
    }

    private static func report(_ reply: RunningServer.Reply) throws -> [[String: Any]] {
        var field = try #require(reply["Meme-Report"]).replacing("-", with: "+").replacing("_", with: "/")
        field += String(repeating: "=", count: (4 - field.utf8.count % 4) % 4)
        let data = try #require(Data(base64Encoded: field))
        let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try #require(report?["captions"] as? [[String: Any]])
    }

    @Test func `the layout of captions is reported`() async throws {
        try await LibraryLab.run { lab in
            let json =
                #"{"template": "verdict", "texts": ["No", "\#(String(repeating: "word ", count: 400))"], "size": "60"}"#
            let reply = try await lab.send(.POST, "/memes", json: json)
            #expect(reply.status == 200, "\(reply.text)")
            let captions = try Self.report(reply)
            #expect(captions.count == 2)
            #expect(captions[0]["lines"] as? Int == 1)
            #expect(captions[0]["unfitted"] == nil)
            #expect((captions[0]["size"] as? Double ?? 0) > 0)
            #expect((captions[1]["unfitted"] as? String)?.hasPrefix("word") == true)
            let recorded = try await lab.send(
                .POST, "/memes", json: #"{"template": "verdict", "texts": ["No"], "size": "60", "record": true}"#)
            #expect(recorded.status == 201)
            #expect(try Self.report(recorded).count == 1)
        }
    }

    @Test func `the layout report is limited to 2 KiB`() async throws {
        try await LibraryLab.run { lab in
            let caption =
                #"{"text": "\#(String(repeating: "ü", count: 150))", "box": {"x": 0, "y": 0, "width": 0.05, "height": 0.05}}"#
            let captions = Array(repeating: caption, count: 60).joined(separator: ", ")
            let reply = try await lab.send(
                .POST, "/memes", json: #"{"template": "verdict", "size": "60", "meme": {"captions": [\#(captions)]}}"#)
            #expect(reply.status == 200, "\(reply.text.prefix(300))")
            let field = try #require(reply["Meme-Report"])
            #expect(field.utf8.count <= 2_048)
            #expect(try (1..<60).contains(Self.report(reply).count))
        }
    }

    @Test func `pictures of entries and base images of memes can be used by name`() async throws {
        try await LibraryLab.run { lab in
            let entry = try await lab.library.addEntry(
                text: "a",
                media: [
                    .bytes(try TestPicture.jpeg(80, 60), name: "a.jpg"),
                    .bytes(try TestPicture.jpeg(50, 40), name: "b.jpg"),
                ])
            let made = try await lab.send(
                .POST, "/memes", json: #"{"picture": "library:\#(entry.id)/2", "texts": ["Hi"], "record": true}"#)
            #expect(made.status == 201, "\(made.text)")
            let meme = try #require(try lab.library.memes().first)
            expectEqual(PixelSize(width: meme.width, height: meme.height), PixelSize(width: 50, height: 40))
            expectEqual(meme.file, "b.jpg")
            expectEqual(meme.source?.hash, entry.media[1].blob)
            let again = try await lab.send(
                .POST, "/memes", json: #"{"picture": "library:\#(meme.id)/source", "texts": ["Ho"], "record": true}"#)
            #expect(again.status == 201, "\(again.text)")
            #expect(try lab.library.memes().first?.source?.hash == entry.media[1].blob)
            for name in [
                "\(entry.id)/3", "\(entry.id)/0", "\(entry.id)/x", "\(entry.id)/", "\(entry.id)", "\(entry.id)/1/1",
                "\(meme.id)/file", "\(meme.id)/", "\(entry.id)/source", "\(entry.id)/-1",
                "\(entry.id)/9223372036854775808",
            ] {
                let reply = try await lab.send(
                    .POST, "/memes", json: #"{"picture": "library:\#(name)", "texts": ["a"]}"#)
                #expect(reply.status == 404, "\(name) \(reply.text)")
            }
            let anonymous = try await lab.server.post(
                "/memes", json: #"{"picture": "library:\#(entry.id)/1", "texts": ["a"]}"#)
            #expect([401, 403].contains(anonymous.status))
        }
    }

    @Test func `an uploaded picture can be used for several memes`() async throws {
        try await LibraryLab.run { lab in
            let picture = try TestPicture.jpeg(64, 48)
            let headers: HTTPHeaders = ["Authorization": "Bearer \(LibraryLab.token)", "Content-Type": "image/jpeg"]
            let sent = try await lab.server.post("/memes/pictures", picture, headers)
            #expect(sent.status == 201, "\(sent.text)")
            #expect(try sent.object["width"] as? Int == 64)
            #expect(try sent.object["height"] as? Int == 48)
            let name = try #require(try sent.object["name"] as? String)
            for _ in 0..<2 {
                let reply = try await lab.send(.POST, "/memes", json: #"{"picture": "\#(name)", "texts": ["Hi"]}"#)
                #expect(reply.status == 200, "\(reply.text)")
                #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: 64, height: 48))
            }
            let overlay =
                #"{"template": "verdict", "meme": {"overlays": [{"picture": "\#(name)", "box": {"x": 0, "y": 0, "width": 0.5, "height": 0.5}}]}}"#
            #expect(try await lab.send(.POST, "/memes", json: overlay).status == 200)
            let unknown = try await lab.send(.POST, "/memes", json: #"{"picture": "\#(name)x", "texts": ["Hi"]}"#)
            #expect(unknown.status == 404)
        }
    }

    @Test(arguments: [("text/plain", 415), ("image/jpeg", 415), ("application/json", 415)])
    func `a file that is not a picture is not stored`(type: String, status: Int) async throws {
        try await LibraryLab.run { lab in
            let headers: HTTPHeaders = ["Authorization": "Bearer \(LibraryLab.token)", "Content-Type": type]
            let reply = try await lab.server.post("/memes/pictures", Array("hello, world, and more".utf8), headers)
            #expect(reply.status == status, "\(reply.text)")
            let anonymous = try await lab.server.post(
                "/memes/pictures", Array("hello".utf8), ["Content-Type": "image/jpeg"])
            #expect(anonymous.status == 403)
        }
    }

    @Test func `uploaded pictures are stored for a limited time, up to a total size`() throws {
        let clock = Shared(ContinuousClock().now)
        let count = Shared<UInt8>(0)
        let sent = SentPictures(byteLimit: 100, now: { clock.value }) { bytes in
            count.change { $0 += 1 }
            return Array(repeating: count.value, count: bytes)
        }
        let first = sent.store(Array(repeating: 1, count: 60))
        let second = sent.store(Array(repeating: 2, count: 40))
        #expect(try sent.picture(first).count == 60)
        clock.change { $0 += .seconds(899) }
        #expect(try sent.picture(second).count == 40)
        clock.change { $0 += .seconds(2) }
        #expect(throws: HTTPError.self) { try sent.picture(first) }
        #expect(try sent.picture(second).count == 40)
        let third = sent.store(Array(repeating: 3, count: 80))
        #expect(throws: HTTPError.self) { try sent.picture(second) }
        #expect(try sent.picture(third).count == 80)
    }

    @Test func `the number of stored pictures is limited, however small they are`() throws {
        let clock = Shared(ContinuousClock().now)
        let count = Shared<UInt16>(0)
        let sent = SentPictures(byteLimit: 1 << 20, now: { clock.value }) { _ in
            count.change { $0 += 1 }
            return [UInt8(truncatingIfNeeded: count.value >> 8), UInt8(truncatingIfNeeded: count.value)]
        }
        let names = (0...SentPictures.maximumCount).map { _ in sent.store([7]) }
        #expect(throws: HTTPError.self) { try sent.picture(names[0]) }
        #expect(try sent.picture(names[1]) == [7])
    }
}
