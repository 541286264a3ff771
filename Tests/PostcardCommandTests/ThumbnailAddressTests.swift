import PostcardImaging
import PostcardTestSupport
import Testing

/// Thumbnails of pictures at URLs that change on their server.
@Suite struct ThumbnailAddressTests {
    /// The current version of a picture on its server.
    private struct Present: Sendable {
        var width = 80
        /// The header that identifies the version; `nil` if the server sends none.
        var field: (name: String, value: String)?
        var responses = 0
    }

    private func run(
        _ fields: [(name: String, value: String)?], _ expected: [(width: Int, responses: Int)]
    ) async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        let present = Shared(Present())
        let server = try await TestHTTPServer { request in
            let now = present.value
            let known = request.headers["if-none-match"] ?? request.headers["if-modified-since"]
            if let field = now.field, known == field.value {
                return TestHTTPReply(status: 304, headers: [field])
            }
            present.change { $0.responses += 1 }
            let body = (try? TestPicture.jpeg(now.width, 60)) ?? []
            return TestHTTPReply(headers: now.field.map { [$0] } ?? [], body: body)
        }
        for (number, (field, expected)) in zip(fields, expected).enumerated() {
            present.change { [field] in
                $0.width = 80 + 10 * number
                $0.field = field
            }
            let result = try await postcard.run(
                "thumbnail", "\(server.address)/a.jpg", "--to", "out", "--size", "1000")
            #expect(result.status == 0, "\(result.errors)")
            try expectEqual(TestPicture.header(of: folder.read("out/a.jpg")).size.width, expected.width)
            expectEqual(present.value.responses, expected.responses)
        }
        await server.stop()
    }

    @Test(arguments: ["ETag", "Last-Modified"])
    func `a picture is processed again when its version changes, and only then`(name: String) async throws {
        let (one, two) =
            name == "ETag"
            ? ("W/\"one\"", "\"two\"") : ("Sat, 28 Nov 2026 10:00:00 GMT", "Sat, 28 Nov 2026 10:00:01 GMT")
        try await run([(name, one), (name, one), (name, two)], [(80, 1), (80, 1), (100, 2)])
    }

    @Test func `a picture of an unknown version is processed again`() async throws {
        try await run([nil, nil], [(80, 1), (90, 2)])
    }
}
