import Foundation
import PostcardServer
import PostcardTestSupport
import Testing

/// The fonts in posted memes are names of installed fonts. No file on the service's machine is opened, and its existence is not revealed.
@Suite struct MemeFontTests {
    private static let font = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Fonts/Frankmark-Regular.ttf").standardizedFileURL.path

    private static func request(font: String) -> String {
        #"{"template":"verdict","meme":{"captions":[{"text":"HI","box":{"x":0.1,"y":0.1,"width":0.8,"height":0.4},"font":"#
            + "\"\(font)\"}]}}"
    }

    @Test func `every path gets the same response`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            var responses: Set<String> = []
            for path in ["/etc/shadow", "/etc/passwd", "/nonexistent/x", Self.font, "./x", "x.ttf", "../../etc/passwd"]
            {
                let reply = try await server.post("/memes", json: Self.request(font: path))
                #expect(reply.status == 422)
                #expect(reply.text.contains("the name of a font file"), "\(reply.text)")
                let detail = try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
                responses.insert(try #require(detail["detail"] as? String).replacing(path, with: "PATH"))
            }
            #expect(responses.count == 1)
        }
    }

    @Test(arguments: ["above", "below"])
    func `captions outside the picture are checked too`(place: String) async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let reply = try await server.post(
                "/memes", json: #"{"template":"verdict","meme":{"\#(place)":[{"text":"HI","font":"\#(Self.font)"}]}}"#)
            #expect(reply.status == 422)
        }
    }

    /// Earlier versions stored a file in memory for each spelling of its path.
    @Test func `different spellings of a path use no memory`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            for count in 1...20 {
                let path = String(repeating: "/.", count: count) + Self.font
                let reply = try await server.post("/memes", json: Self.request(font: path))
                #expect(reply.status == 422)
            }
        }
    }

    @Test(arguments: ["Frankmark", "null"])
    func `the built-in font is still accepted`(name: String) async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let json = Self.request(font: name).replacing("\"null\"", with: "null")
            let reply = try await server.post("/memes", json: json)
            #expect(reply.status == 200)
        }
    }
}
