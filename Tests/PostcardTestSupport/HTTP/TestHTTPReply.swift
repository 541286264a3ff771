/// A response of a test server, and its faults.
public struct TestHTTPReply: Sendable {
    /// The end of a response.
    public enum Ending: Sendable {
        /// The response is complete, and the connection stays open.
        case whole
        /// The connection closes after some bytes of the body, fewer than in `Content-Length`.
        case cut(after: Int)
        /// Nothing is sent after some bytes of the body, but the connection stays open until the server stops.
        case hang(after: Int)
    }

    /// The status code.
    public var status: Int

    /// The headers except `Content-Length`.
    public var headers: [(name: String, value: String)]

    /// The whole body, even if only part of it is sent.
    public var body: [UInt8]

    /// The end of the response.
    public var ending: Ending

    /// True to send the body in chunks, without its length.
    public var isChunked: Bool

    /// Bytes to send instead of a response, after which the connection closes. They can be empty, or not HTTP.
    public var raw: [UInt8]?

    /// Makes a response.
    ///
    /// - Parameter headers: the headers except `Content-Length`.
    public init(
        status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [], ending: Ending = .whole,
        isChunked: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.ending = ending
        self.isChunked = isChunked
    }

    /// Returns a response with text.
    public static func text(_ text: String, contentType: String = "text/html", status: Int = 200) -> TestHTTPReply {
        TestHTTPReply(status: status, headers: [("Content-Type", contentType)], body: Array(text.utf8))
    }

    /// Returns a redirect to another URL.
    ///
    /// - Parameter location: the URL, absolute or relative.
    public static func redirect(to location: String) -> TestHTTPReply {
        TestHTTPReply(status: 302, headers: [("Location", location)])
    }

    /// Returns bytes to send instead of a response, after which the connection closes.
    ///
    /// - Parameter bytes: the bytes to send; empty to close the connection without a response.
    public static func raw(_ bytes: [UInt8]) -> TestHTTPReply {
        var reply = TestHTTPReply()
        reply.raw = bytes
        return reply
    }

    /// All bytes to send.
    var bytes: [UInt8] {
        if let raw { return raw }
        let length = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)"
        let fields = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        let head = Array("HTTP/1.1 \(status) Status\r\n\(fields)\(length)\r\n\r\n".utf8)
        return switch ending {
        case .whole: head + encodedBody(prefix: body.count) + (isChunked ? Array("0\r\n\r\n".utf8) : [])
        case .cut(let count), .hang(let count): head + encodedBody(prefix: count)
        }
    }

    /// True if the connection closes after the response.
    var isEndOfConnection: Bool {
        if case .cut = ending { true } else { raw != nil }
    }

    /// Returns the first bytes of the body as they are sent.
    private func encodedBody(prefix count: Int) -> [UInt8] {
        let bytes = Array(body.prefix(count))
        // An empty chunk would end the body.
        guard isChunked, !bytes.isEmpty else { return bytes }
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}
