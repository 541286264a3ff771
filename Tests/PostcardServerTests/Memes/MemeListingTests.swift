import Foundation
import NIOHTTP1
import PostcardServer
import PostcardTestSupport
import Testing

@Suite struct MemeListingTests {
    private struct Template: Decodable {
        struct Example: Decodable {
            let text: [String]
            let url: String
        }
        let id: String
        let name: String
        let lines: Int
        let overlays: Int
        let styles: [String]
        let blank: String
        let example: Example
        let keywords: [String]
        let address: String

        private enum CodingKeys: String, CodingKey {
            case id, name, lines, overlays, styles, blank, example, keywords
            case address = "_self"
        }
    }

    private static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, _ test: (RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.with(try TemporaryFolder(), change, do: test)
    }

    private static func path(_ url: String, of server: RunningServer) -> String {
        String(url.dropFirst("http://\(RunningServer.authority)".count))
    }

    @Test func `templates are listed as in memegen`() async throws {
        try await Self.run { server in
            let reply = try await server.get("/templates/")
            #expect(reply["Content-Type"] == "application/json")
            #expect(reply.text.contains("\"source\":null"))
            let templates = try JSONDecoder().decode([Template].self, from: Data(reply.body))
            #expect(templates.count == 19)
            let verdict = try #require(templates.first { $0.id == "verdict" })
            #expect((verdict.name, verdict.lines, verdict.overlays, verdict.styles) == ("Verdict", 2, 0, ["default"]))
            #expect(verdict.blank == "http://\(RunningServer.authority)/images/verdict.png")
            #expect(try await server.get(Self.path(verdict.address, of: server)).status == 200)
            for template in templates {
                #expect(try await server.get(Self.path(template.example.url, of: server) + "?width=30").status == 200)
            }
        }
    }

    @Test(arguments: ["/templates", "/images", "/fonts"])
    func `an unchanged list is not sent again`(path: String) async throws {
        try await Self.run { server in
            let tag = try #require(try await server.get(path)["ETag"])
            let again = try await server.get(path, ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(try await server.get(path, ["If-None-Match": "\"other\""]).status == 200)
        }
    }

    @Test(arguments: [("?filter=VERDICT", 1), ("?filter=nothing-at-all", 0), ("?animated=true", 0), ("?filter=", 19)])
    func `templates are filtered`(query: String, count: Int) async throws {
        try await Self.run { server in
            let reply = try await server.get("/templates\(query)")
            #expect(try JSONDecoder().decode([Template].self, from: Data(reply.body)).count == count)
        }
    }

    @Test func `URLs start with the operator's public URL`() async throws {
        try await Self.run({ $0.publicAddress = "https://memes.example.org/" }) { server in
            let reply = try await server.get("/templates/verdict")
            #expect(reply.text.contains("\"blank\":\"https://memes.example.org/images/verdict.png\""))
        }
    }

    @Test func `an invalid host name is not repeated in the response`() async throws {
        try await Self.run { server in
            let text = try await RawConnection.exchange(
                port: try await server.port,
                sending: "GET /templates/verdict HTTP/1.1\r\nHost: a\"<b>\r\nConnection: close\r\n\r\n")
            #expect(!text.contains("<b>"))
        }
    }

    @Test func `fonts are listed`() async throws {
        try await Self.run { server in
            let text = try await server.get("/fonts").text
            #expect(
                text.hasPrefix("[{\"_self\":\"http://\(RunningServer.authority)/fonts/frankmark\",\"alias\":\"thick\""))
            #expect(try await server.get("/fonts/thick").text.contains("Frankmark-Regular.ttf"))
            try await expectEqual(server.get("/fonts/comic").status, 200)
            try await expectEqual(server.get("/fonts/none-such").status, 404)
            try await expectEqual(server.get("/templates/none-such").status, 404)
        }
    }

    @Test(arguments: [
        (
            "/images", #"{"template_id": "verdict", "text": ["Hello world", "How are you?"]}"#,
            "/images/verdict/Hello_world/How_are_you~q.png"
        ),
        (
            "/images/", #"{"template_id": "verdict", "text_lines": ["a/b"], "extension": "jpg", "font": "thick"}"#,
            "/images/verdict/a~sb.jpg?font=thick"
        ),
        ("/templates/verdict", #"{"text": ["one", ""], "layout": "top"}"#, "/images/verdict/one.png?layout=top"),
        ("/images", #"{"template_id": "verdict"}"#, "/images/verdict.png"),
        (
            "/images/custom", #"{"background": "https://example.org/a b.jpg", "text": "one", "style": ["default"]}"#,
            "/images/custom/one.jpg?background=https://example.org/a%20b.jpg"
        ),
        (
            "/images", #"{"template_id": "verdict", "text_lines[]": ["foo", "bar"]}"#, "/images/verdict/foo/bar.png"
        ),
        ("/images", #"{"template_id": "verdict", "text[]": ["/", 2, null]}"#, "/images/verdict/_/2.png"),
        (
            "/images",
            #"{"template_id": "verdict", "text": ["a"], "style[]": [" ", "test", "default"], "font": "impact"}"#,
            "/images/verdict/a.png?style=default,test&font=impact"
        ),
        ("/images", #"{"template_id": "verdict", "text": ["a"], "style": "animated"}"#, "/images/verdict/a.gif"),
        (
            "/images", #"{"template_id": "verdict", "text": ["a"], "style": "animated", "extension": "webp"}"#,
            "/images/verdict/a.webp"
        ),
        ("/images", #"{"template_id": "verdict", "text": ["a"], "extension": "GIF"}"#, "/images/verdict/a.gif"),
        (
            "/templates/custom", #"{"background": "https://a.org/b.gif?x=1.png", "text_lines[]": ["foo", "bar"]}"#,
            "/images/custom/foo/bar.gif?background=https://a.org/b.gif%3Fx%3D1.png"
        ),
        (
            "/images/custom", #"{"background": "https://a.org", "text": ["a"]}"#,
            "/images/custom/a.png?background=https://a.org"
        ),
        (
            "/templates/custom", #"{"background": "verdict", "text": ["a"], "extension": "jpg"}"#,
            "/images/verdict/a.jpg"
        ),
    ])
    func `posted text becomes a URL`(target: String, json: String, path: String) async throws {
        try await Self.run { server in
            let reply = try await server.post(target, json: json)
            #expect(reply.status == 201)
            #expect(reply.text == "{\"url\":\"http://\(RunningServer.authority)\(path)\"}")
        }
    }

    @Test func `a form works like JSON`() async throws {
        try await Self.run { server in
            let form = "template_id=verdict&text[]=say+%22hi%22&text[]=50%25&redirect=true"
            let reply = try await server.post(
                "/images", Array(form.utf8), ["Content-Type": "application/x-www-form-urlencoded"])
            expectEqual(reply.status, 302)
            expectEqual(reply["Location"], "/images/verdict/say_%27%27hi%27%27/50~p.png?status=201")
            try await expectEqual(server.get((reply["Location"] ?? "") + "&width=30").status, 201)
        }
    }

    @Test(arguments: [
        ("/images/custom", #"{"text": "Hi"}"#, 400, "background"),
        ("/images", "{}", 400, "template_id"), ("/images", "", 400, "template_id"), ("/images", "[", 400, "JSON"),
        ("/images", #"{"template_id": "verdict", "text": [["a"]]}"#, 400, "neither a string nor"),
        ("/images", #"{"template_id": "none-such"}"#, 404, "template"), ("/fonts", "{}", 405, "GET, HEAD"),
        ("/images/verdict/a.png", "{}", 405, "GET, HEAD"), ("/images/automatic", "{}", 405, "GET, HEAD"),
        ("/templates", "{}", 405, "GET, HEAD"),
        ("/images", "{\"text\": \"\(String(repeating: "a", count: 40_000))\"}", 413, "bytes"),
    ])
    func `the error for a bad request states the reason`(target: String, json: String, status: Int, words: String)
        async throws
    {
        try await Self.run { server in
            let reply = try await server.post(target, json: json)
            #expect(reply.status == status)
            #expect(reply.text.contains(words), "\(reply.text)")
        }
    }

    @Test(arguments: [
        (
            "/images", #"{"template_id": "none-such", "text": ["a"], "redirect": true}"#,
            "/images/none-such/a.png?status=201"
        ),
        ("/templates/none-such", #"{"text": ["a"], "redirect": 1}"#, "/images/none-such/a.png?status=201"),
        ("/templates/custom", #"{"text": ["a"], "redirect": true}"#, "/images/custom/a.png?status=201"),
    ])
    func `a redirected client sees the error at the target`(target: String, json: String, location: String) async throws
    {
        try await Self.run { server in
            let reply = try await server.post(target, json: json)
            #expect(reply.status == 302)
            #expect(reply["Location"] == location)
            let picture = try await server.get(location)
            #expect(picture.status >= 400)
            #expect(picture["Content-Type"] == "image/png")
        }
    }

    @Test(arguments: ["text/plain", "", "application/octet-stream"])
    func `a body that is not a form is read as JSON, whatever its type`(mediaType: String) async throws {
        try await Self.run { server in
            let headers: HTTPHeaders = mediaType.isEmpty ? [:] : ["Content-Type": mediaType]
            let json = Array(#"{"template_id": "verdict", "text": ["a"]}"#.utf8)
            let reply = try await server.post("/images", json, headers)
            #expect(reply.status == 201)
            #expect(reply.text.contains("/images/verdict/a.png"))
            let wrong = try await server.post("/images", Array("???".utf8), headers)
            #expect(wrong.status == 400)
            let problem = try wrong.object
            #expect((problem["error"] as? String)?.contains("JSON") == true)
        }
    }

    @Test func `a multipart form works like JSON`() async throws {
        try await Self.run { server in
            let fields = [
                ("template_id", "verdict"), ("text[]", "say \"hi\""), ("text[]", "50%"), ("extension", "jpg"),
            ]
            let parts = fields.map { name, value in
                "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
            }
            let type = "multipart/form-data; boundary=b"
            let reply = try await server.post(
                "/images", Array((parts.joined() + "--b--\r\n").utf8), ["Content-Type": type])
            #expect(reply.status == 201)
            #expect(reply.text.contains("/images/verdict/say_%27%27hi%27%27/50~p.jpg"))
            for broken in ["--b\r\n", "", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n"] {
                #expect(try await server.post("/images", Array(broken.utf8), ["Content-Type": type]).status == 400)
            }
        }
    }
}
