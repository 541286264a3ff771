import NIOHTTP1
import PostcardImaging
import PostcardLibrary
import PostcardServer
import PostcardTestSupport
import SystemPackage
import Testing

@Suite struct MemeRecordingTests {
    private static let json = #"{"template": "verdict", "texts": ["No", "Yes"], "size": "60", "record": true}"#

    @Test func `a recorded meme is in the library when the response arrives`() async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.send(.POST, "/memes", json: Self.json)
            #expect(reply.status == 201, "\(reply.text)")
            // Another process can see the meme now.
            let record = try #require(try Library(directory: FilePath(lab.folder.path("library"))).memes().first)
            expectEqual(reply["Location"], "/library/memes/\(record.id)")
            expectEqual(record.texts, ["No", "Yes"])
            expectEqual(record.template, "verdict")
            #expect((record.width, record.height, record.format) == (60, 50, .jpeg))
            expectEqual(record.framing?.size, "60")
            try expectEqual(reply.object["id"] as? String, record.id.rawValue)
            try expectEqual(lab.library.sourcePicture(of: record).isEmpty, false)
            let file = try await lab.get("/library/memes/\(record.id)/file")
            #expect(try TestPicture.header(of: file.body).size == PixelSize(width: 60, height: 50))
        }
    }

    @Test func `an uploaded base image is stored`() async throws {
        try await LibraryLab.run { lab in
            let picture = try TestPicture.jpeg()
            var body = Array("--edge\r\nContent-Disposition: form-data; name=\"request\"\r\n\r\n".utf8)
            body += Array(#"{"texts": ["Hi"], "record": true}"#.utf8)
            body += Array("\r\n--edge\r\nContent-Disposition: form-data; name=\"picture\"; ".utf8)
            body += Array("filename=\"C:\\\\me\\\\a.jpg\"\r\n\r\n".utf8) + picture + Array("\r\n--edge--".utf8)
            let reply = try await lab.server.post(
                "/memes", body,
                [
                    "Content-Type": "multipart/form-data; boundary=edge",
                    "Authorization": "Bearer \(LibraryLab.token)",
                ])
            #expect(reply.status == 201, "\(reply.text)")
            let record = try #require(try lab.library.memes().first)
            #expect(record.file == "a.jpg")
            #expect(try lab.library.sourcePicture(of: record) == picture)
        }
    }

    @Test(arguments: [(nil, 401), (LibraryLab.readerToken, 403), ("0123456789abcdef0123456789abcdee", 401)])
    func `only tokens with write access can record`(token: String?, status: Int) async throws {
        try await LibraryLab.run({ $0.allowsUnsigned = true }) { lab in
            let headers = token.map { HTTPHeaders([("Authorization", "Bearer \($0)")]) } ?? [:]
            let reply = try await lab.server.post("/memes", json: Self.json, headers)
            #expect(reply.status == status)
            #expect(try lab.library.memes().isEmpty)
        }
    }

    @Test func `without a library nothing is recorded`() async throws {
        try await RunningServer.with(
            try TemporaryFolder(), { $0.tokens = ["ann:\(LibraryLab.token)"] }
        ) { server in
            let reply = try await server.post(
                "/memes", json: Self.json, ["Authorization": "Bearer \(LibraryLab.token)"])
            #expect(reply.status == 422)
        }
    }

    @Test func `clients with a token get signed URLs`() async throws {
        try await LibraryLab.run({ $0.keys = ["the key of these tests"] }) { lab in
            let json = #"{"template_id": "verdict", "text": ["No"]}"#
            let reply = try await lab.send(.POST, "/images", json: json)
            let url = try #require(try reply.object["url"] as? String)
            let target = String(url.dropFirst("http://\(RunningServer.authority)".count))
            #expect(target.contains("?signature="))
            #expect(try await lab.server.get(target).status == 200)
            #expect(try await lab.server.get(target.replacing("/No.", with: "/Yes.")).status == 403)
        }
    }
}
