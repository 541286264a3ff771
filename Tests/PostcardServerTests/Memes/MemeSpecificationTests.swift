import Foundation
import NIOHTTP1
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct MemeSpecificationTests {
    private static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, _ test: (RunningServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "in/a.jpg")
        try await RunningServer.with(folder, change, do: test)
    }

    /// A form with files and JSON.
    private static func form(_ parts: [(name: String, file: String?, bytes: [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            let file = part.file.map { "; filename=\"\($0)\"" } ?? ""
            body += Array("--edge\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n".utf8)
            body += part.bytes + Array("\r\n".utf8)
        }
        return body + Array("--edge--\r\n".utf8)
    }

    private static let formType: HTTPHeaders = ["Content-Type": "multipart/form-data; boundary=edge"]

    @Test(arguments: [
        (#"{"template": "verdict", "texts": ["No", "Yes"], "size": "120"}"#, 120, 100),
        (#"{"picture": "in/a.jpg", "texts": ["No", "Yes"]}"#, 64, 48),
        (#"{"picture": "in/a.jpg", "meme": {"captions": [{"text": "Hi"}]}, "size": "32x32"}"#, 32, 24),
        (#"{"picture": "in/a.jpg", "texts": ["Hi"], "crop": "square"}"#, 48, 48),
        (#"{"pictures": ["in/a.jpg", "in/a.jpg"], "texts": ["Hi"]}"#, 130, 48),
        (#"{"pictures": ["in/a.jpg", "in/a.jpg"], "layout": "stack", "texts": ["Hi"]}"#, 64, 98),
        (#"{"pictures": ["in/a.jpg", "in/a.jpg"], "layout": "side", "texts": ["Hi"], "size": "65"}"#, 65, 24),
        (#"{"picture": "in/a.jpg", "texts": ["Hi"], "crop": "8,8,32,16", "size": "16"}"#, 16, 8),
        (#"{"picture": "in/a.jpg", "texts": ["Hi"], "for": "instagram-story"}"#, 1_080, 1_920),
        (
            #"{"picture": "in/a.jpg", "meme": {"overlays": [{"picture": "in/a.jpg", "box": {"x": 0, "y": 0, "width": 0.5, "height": 0.5}}]}}"#,
            64, 48
        ),
        (
            #"{"picture": "in/a.jpg", "meme": {"shapes": [{"kind": "arrow", "from": {"x": 0, "y": 0}, "to": {"x": 1, "y": 1}}]}}"#,
            64, 48
        ),
    ])
    func `a specified meme is rendered`(json: String, width: Int, height: Int) async throws {
        try await Self.run { server in
            let reply = try await server.post("/memes", json: json)
            #expect(reply.status == 200, "\(reply.text.prefix(300))")
            expectEqual(reply["Content-Type"], "image/jpeg")
            expectEqual(reply["Cache-Control"], "no-store")
            try expectEqual(TestPicture.header(of: reply.body).size, PixelSize(width: width, height: height))
        }
    }

    @Test func `a cropped meme is cropped at every size, and a destination sets the format`() async throws {
        try await Self.run { server in
            let start = #"{"picture": "in/a.jpg", "texts": ["Hi"], "crop": "0,0,32,48""#
            for (rest, width, height, type) in [
                (#", "size": "24"}"#, 16, 24, "image/jpeg"), ("}", 32, 48, "image/jpeg"),
                (#", "for": "slack-emoji"}"#, 128, 128, "image/png"),
                (#", "for": "telegram-sticker"}"#, 341, 512, "image/webp"),
            ] {
                let reply = try await server.post("/memes", json: start + rest)
                #expect(reply.status == 200, "\(reply.text.prefix(300))")
                #expect(reply["Content-Type"] == type)
                #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: width, height: height))
            }
            for rest in [
                #""for": "nowhere""#, #""for": "x", "size": "80""#, #""crop": "2,3""#, #""crop": "100,0,9,9""#,
            ] {
                let json = #"{"picture": "in/a.jpg", "texts": ["Hi"], \#(rest)}"#
                let reply = try await server.post("/memes", json: json)
                #expect(reply.status == 422, "\(rest) \(reply.text.prefix(300))")
            }
        }
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"))
    func `an animated meme becomes a video`() async throws {
        try await Self.run { server in
            let start = #"{"picture": "in/a.jpg", "texts": ["One two"]"#
            for (rest, status, type) in [
                (#", "appear": "words", "format": "mp4"}"#, 200, "video/mp4"),
                (#", "appear": "words", "for": "telegram-emoji"}"#, 200, "video/webm"),
                (#", "appear": "words", "for": "discord-emoji"}"#, 200, "image/gif"),
                (#", "format": "mp4"}"#, 422, "application/problem+json"),
                (#", "appear": "words", "format": "mp4", "record": true}"#, 422, "application/problem+json"),
            ] {
                let reply = try await server.post("/memes", json: start + rest)
                #expect(reply.status == status && reply["Content-Type"] == type, "\(rest) \(reply.status)")
                guard type.hasPrefix("video") else { continue }
                let folder = try TemporaryFolder()
                try folder.write(Array(reply.body), as: "a")
                let streams = try VideoLab.streams(of: folder.path("a"))
                #expect(streams.count == 1 && streams[0].hasPrefix(type == "video/mp4" ? "h264,64,48" : "vp9,100,100"))
            }
        }
    }

    @Test func `marks in texts are applied unless they are plain`() async throws {
        try await Self.run { server in
            func meme(_ text: String, _ rest: String = "") async throws -> [UInt8] {
                let json = #"{"picture": "in/a.jpg", "format": "png", "texts": ["\#(text)"]\#(rest)}"#
                let reply = try await server.post("/memes", json: json)
                #expect(reply.status == 200, "\(reply.text.prefix(300))")
                return reply.body
            }
            let marked = try await meme("*a*")
            #expect(try await meme("*a*", #", "plain": true"#) != marked)
            #expect(try await meme("a") != marked)
            #expect(try await meme("[sic]") == meme("[sic]", #", "plain": true"#))
        }
    }

    /// A checkered square at the top of a gray picture.
    private static func busyPicture() throws -> [UInt8] {
        var image = try Image(size: PixelSize(width: 240, height: 180), fill: Color(red: 90, green: 90, blue: 90))
        for y in 4..<60 {
            for x in 60..<180 where (x / 6 + y / 6).isMultiple(of: 2) { try image.setColor(.black, x: x, y: y) }
        }
        return try image.encoded(as: .png)
    }

    @Test func `text avoids detail in memes specified by a URL, by texts or by captions`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.busyPicture(), as: "in/busy.png")
        try await RunningServer.with(folder) { server in
            func white(_ reply: RunningServer.Reply) throws -> Int {
                #expect(reply.status == 200, "\(reply.text.prefix(300))")
                let image = try Image(decoding: reply.body)
                let (width, height) = (image.size.width, image.size.height)
                return (0..<height / 3).reduce(0) { sum, y in sum + (0..<width).count { image[$0, y] == .white } }
            }
            let address = "/images/custom/hello.png?background=in/busy.png"
            #expect(try white(await server.get(address)) > 500)
            #expect(try white(await server.get(address + "&avoid=detail")) == 0)
            let refused = try await server.get(address + "&avoid=faces", ["Accept": "application/json"])
            #expect(refused.status == 422)
            let box = #""box": {"x": 0.03, "y": 0.03, "width": 0.94, "height": 0.27}, "verticalAlignment": "top""#
            for json in [
                #""texts": ["hello"], "avoid": "detail""#,
                #""meme": {"captions": [{"text": "HELLO", "avoid": "detail", \#(box)}]}"#,
            ] {
                let body = #"{"picture": "in/busy.png", "format": "png", \#(json)}"#
                #expect(try white(await server.post("/memes", json: body)) == 0)
            }
            for json in [#""texts": ["a"], "avoid": "faces""#, #""avoid": "detail", "meme": {}"#] {
                let reply = try await server.post("/memes", json: #"{"picture": "in/busy.png", \#(json)}"#)
                #expect(reply.status == 422)
            }
        }
    }

    @Test func `valid shapes are drawn, and invalid ones are rejected`() async throws {
        try await Self.run { server in
            func reply(_ width: String) async throws -> RunningServer.Reply {
                let shape =
                    #"{"kind": "rectangle", "from": {"x": 0, "y": 0}, "to": {"x": 1, "y": 1}, "color": "lime", "#
                return try await server.post(
                    "/memes",
                    json: #"{"picture": "in/a.jpg", "format": "png", "meme": {"shapes": ["#
                        + shape + #""filled": true, "lineWidth": \#(width)}]}}"#)
            }
            let made = try await reply("0.1")
            #expect(try Image(decoding: made.body)[30, 20] == Color(red: 0, green: 255, blue: 0))
            let refused = try await reply("7")
            #expect(refused.status == 422)
            #expect(refused.text.contains("line width is 7.0"))
        }
    }

    @Test func `the format is negotiated`() async throws {
        try await Self.run { server in
            let json = #"{"picture": "in/a.jpg", "texts": ["Hi"]}"#
            let webp = try await server.post("/memes", json: json, ["Accept": "image/webp,*/*;q=0.5"])
            #expect(webp["Content-Type"] == "image/webp")
            #expect(webp["Vary"] == "Accept")
            let png = try await server.post(
                "/memes", json: #"{"picture": "in/a.jpg", "texts": ["Hi"], "format": "png"}"#, ["Accept": "image/webp"])
            #expect(png["Content-Type"] == "image/png")
            #expect(png["Vary"] == nil)
        }
    }

    @Test func `uploaded pictures can be used`() async throws {
        try await Self.run { server in
            let json = """
                {"meme": {"captions": [], "overlays": [
                  {"picture": "star", "box": {"x": 0.25, "y": 0.25, "width": 0.5, "height": 0.5}}]}, "format": "png"}
                """
            let picture = try Image(size: .square(40), fill: .white).encoded(as: .png)
            let star = try Image(size: .square(8), fill: Color(red: 0, green: 0, blue: 255)).encoded(as: .png)
            let body = Self.form([
                ("picture", "../a;b\".png", picture), ("star", nil, star), ("request", nil, Array(json.utf8)),
            ])
            let reply = try await server.post("/memes", body, Self.formType)
            #expect(reply.status == 200, "\(reply.text.prefix(300))")
            let meme = try Image(decoding: reply.body)
            expectEqual(meme.size, .square(40))
            expectEqual(meme[20, 20], Color(red: 0, green: 0, blue: 255))
            expectEqual(meme[5, 5], .white)
        }
    }

    @Test func `together, joined pictures may have as many bytes as one picture`() async throws {
        let count = try TestPicture.jpeg().count
        try await Self.run({ $0.maximumSourceBytes = count + 100 }) { server in
            let reply = try await server.post(
                "/memes", json: #"{"pictures": ["in/a.jpg", "in/a.jpg"], "texts": ["a"]}"#)
            #expect(reply.status == 413, "\(reply.text)")
            #expect(reply.text.contains("Together, the pictures have more than"), "\(reply.text)")
        }
    }

    @Test(arguments: [
        ("{", 400, "JSON"), ("[]", 422, "an object"), ("", 400, "JSON"), ("{}", 422, "picture"),
        (#"{"template": "verdict", "picture": "in/a.jpg"}"#, 422, "not both"),
        (#"{"pictures": ["in/a.jpg"], "texts": ["a"]}"#, 422, "2 to 16 names"),
        (#"{"pictures": ["in/a.jpg", "in/a.jpg"], "picture": "in/a.jpg"}"#, 422, "Omit \"picture\""),
        (#"{"pictures": ["in/a.jpg", "in/a.jpg"], "layout": "spiral"}"#, 422, "spiral"),
        (#"{"picture": "in/a.jpg", "layout": "side", "texts": ["a"]}"#, 422, "Name them in \"pictures\""),
        (#"{"pictures": ["in/a.jpg", "in/b.jpg"], "texts": ["a"]}"#, 404, "Picture 2, in/b.jpg: "),
        (#"{"template": "none-such", "texts": ["a"]}"#, 404, "template"),
        (#"{"template": "verdict", "texts": ["a", "b", "c"]}"#, 422, "takes 2 texts"),
        (#"{"picture": "in/a.jpg", "texts": ["a"], "meme": {}}"#, 422, "texts"),
        (#"{"picture": "in/a.jpg", "text": ["a"]}"#, 422, "Did you mean \"texts\"?"),
        (
            #"{"picture": "in/a.jpg", "meme": {"captions": [{"txt": "a"}]}}"#, 422,
            "Unknown name \"txt\" in meme.captions[0]. Did you mean \"text\"?"
        ),
        (#"{"picture": "in/a.jpg", "meme": {"caption": []}}"#, 422, "in meme. Did you mean \"captions\"?"),
        (
            #"{"picture": "in/a.jpg", "meme": {"overlays": [{"picture": "in/a.jpg", "bx": 1, "box": {"x": 0, "y": 0, "width": 1, "height": 1}}]}}"#,
            422, "Did you mean \"box\"?"
        ),
        (#"{"picture": "in/a.jpg", "texts": ["a"], "style": "loud"}"#, 422, "loud"),
        (#"{"picture": "in/a.jpg", "texts": ["a"], "format": "exe"}"#, 422, "exe"),
        (#"{"picture": "in/a.jpg", "texts": ["a"], "size": "0"}"#, 422, "size"),
        (#"{"picture": "in/a.jpg", "texts": "a"}"#, 422, "texts"),
        (#"{"picture": "in/a.jpg", "meme": {"captions": [{"text": "a", "opacity": 7}]}}"#, 422, "opacity"),
        (#"{"picture": "in/a.jpg", "meme": {"captions": [{"text": "a", "font": "None Such"}]}}"#, 422, "None Such"),
        (#"{"picture": "in/missing.jpg", "texts": ["a"]}"#, 404, "Picture not found"),
        (#"{"picture": "../../etc/passwd", "texts": ["a"]}"#, 404, "Picture not found"),
        (#"{"picture": "http://127.0.0.1/a.jpg", "texts": ["a"]}"#, 403, "--allow-host"),
        (
            #"{"picture": "in/a.jpg", "meme": {"overlays": [{"picture": "in/a.jpg", "box": {"x": 0, "y": 0, "width": 20, "height": 20}, "angle": 45}, {"picture": "in/a.jpg", "box": {"x": 0, "y": 0, "width": 20, "height": 20}}]}, "size": "9x9"}"#,
            200, ""
        ),
        ("{\"picture\": \"in/a.jpg\", \"texts\": [\"\(String(repeating: "a", count: 20_001))\"]}", 422, "20000"),
    ])
    func `the error for a bad specification states the reason`(json: String, status: Int, words: String) async throws {
        try await Self.run { server in
            let reply = try await server.post("/memes", json: json)
            #expect(reply.status == status, "\(reply.text.prefix(300))")
            let text = reply.text.replacing("\\\"", with: "\"")
            if status != 200 { #expect(text.contains(words), "\(reply.text)") }
        }
    }

    @Test(arguments: [
        ("--edge--\r\n", 400), ("", 400), ("--edge", 400), ("--edge\r\n\r\n", 400), ("nothing", 400),
        ("--edge\r\nContent-Disposition: form-data; name=\"request\"\r\n\r\n{}", 400),
        ("--edge\r\nContent-Disposition: form-data\r\n\r\n{}\r\n--edge--\r\n", 400),
        ("--edge\r\nContent-Disposition: form-data; name=\"request\"\r\n\r\n{}\r\n--edge--\r\n", 422),
        (
            "--edge\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\nno picture\r\n"
                + "--edge\r\nContent-Disposition: form-data; name=\"request\"\r\n\r\n{}\r\n--edge--\r\n", 415
        ),
    ])
    func `a bad form is rejected`(body: String, status: Int) async throws {
        try await Self.run { server in
            let reply = try await server.post("/memes", Array(body.utf8), Self.formType)
            #expect(reply.status == status)
        }
    }

    @Test func `other media types and methods are rejected`() async throws {
        try await Self.run { server in
            let reply = try await server.post("/memes", [1], ["Content-Type": "image/jpeg"])
            #expect(reply.status == 415)
            #expect(reply["Accept-Post"] == "application/json, multipart/form-data")
            let get = try await server.get("/memes")
            expectEqual(get.status, 405)
            expectEqual(get["Allow"], "POST")
            try await expectEqual(server.post("/memes", [1], ["Content-Type": "multipart/form-data"]).status, 400)
        }
    }

    @Test func `the size of a body is limited, with or without a length`() async throws {
        try await Self.run({ $0.limits.bodyBytes = 1_000 }) { server in
            let large = [UInt8](repeating: 0, count: 5_000)
            #expect(try await server.post("/memes", large, Self.formType).status == 413)
            let text = try await RawConnection.exchange(
                port: try await server.port,
                sending: "POST /memes HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=edge\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n7D0\r\n\(String(repeating: "a", count: 2_000))\r\n0\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 413 "))
        }
    }
}
