import Testing

@testable import PostcardServer

@Suite struct MultipartParserTests {
    private static let body =
        "preamble\r\n--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nline\r\n--c\r\n-\r\n--b  \r\n"
        + "content-disposition: form-data; filename=\"a \\\"b\\\".jpg\"; name=media\r\nContent-Type: image/jpeg\r\n\r\n"
        + "\r\n--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\nx\r\n--b--\r\nepilogue"

    private static func events(_ bytes: [UInt8], step: Int, maximumParts: Int = 50) throws -> [MultipartParser.Event] {
        var parser = try MultipartParser(contentType: "multipart/form-data; boundary=b", maximumParts: maximumParts)
        var events: [MultipartParser.Event] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            for event in try parser.read(bytes[start..<min(start + step, bytes.count)]) {
                if case .bytes(let more) = event, case .bytes(let before)? = events.last {
                    events[events.count - 1] = .bytes(before + more)
                } else {
                    events.append(event)
                }
            }
        }
        try parser.finish()
        return events
    }

    @Test(arguments: [1, 2, 3, 7, 16, 1_000])
    func `parts are found however the bytes are split`(step: Int) throws {
        #expect(
            try Self.events(Array(Self.body.utf8), step: step) == [
                .began(field: "text", fileName: nil), .bytes(Array("line\r\n--c\r\n-".utf8)), .ended,
                .began(field: "media", fileName: "a \"b\".jpg"), .ended,
                .began(field: "", fileName: nil), .bytes(Array("x".utf8)), .ended,
            ])
    }

    @Test func `truncated bodies are rejected`() throws {
        let bytes = Array(Self.body.utf8)
        let end = bytes.count - "--\r\nepilogue".utf8.count
        for count in 0..<end {
            #expect(throws: HTTPError.self) { try Self.events(Array(bytes[..<count]), step: 64) }
        }
    }

    @Test(arguments: [
        "--b\r\n\r\n\r\nx\r\n--b--", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", "--bx\r\n",
        "--b\r\n" + String(repeating: "a", count: 9_000), "--b" + String(repeating: " ", count: 9_000),
    ])
    func `malformed bodies are rejected`(body: String) {
        #expect(throws: HTTPError.self) { try Self.events(Array(body.utf8), step: 64) }
    }

    @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\""])
    func `a type without a boundary is rejected`(type: String) {
        #expect(throws: HTTPError.self) { try MultipartParser(contentType: type, maximumParts: 1) }
    }

    @Test func `too many parts are rejected`() throws {
        let part = Array("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n".utf8)
        let body = Array(repeating: part, count: 51).flatMap(\.self) + Array("--b--".utf8)
        #expect(throws: HTTPError.self) { try Self.events(body, step: body.count) }
        #expect(try Self.events(body, step: body.count, maximumParts: 51).count == 102)
    }

    @Test(arguments: [64, 100_000])
    func `limits apply however large the pieces are`(step: Int) {
        let long = String(repeating: "a", count: 9_000)
        let field = "Content-Disposition: form-data; name=\"a\""
        for body in [
            "\(long)\r\n--b\r\n\(field)\r\n\r\nx\r\n--b--", "--b\r\nX: \(long)\r\n\(field)\r\n\r\nx\r\n--b--",
            "--b\r\n\(field)\r\n\r\nx\r\n--b--\r\n\(long)",
        ] {
            #expect(throws: HTTPError.self) { try Self.events(Array(body.utf8), step: step) }
        }
    }
}
