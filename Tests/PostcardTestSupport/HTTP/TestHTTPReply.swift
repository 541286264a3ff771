/// What a test server answers, and how it misbehaves while it does.
public struct TestHTTPReply: Sendable {
    /// How the answer ends.
    public enum Ending: Sendable {
        /// Whole, and the connection stays open.
        case whole
        /// The connection closes after so many bytes of the body, fewer than were announced.
        case cut(after: Int)
        /// Nothing more comes after so many bytes of the body, but the connection stays open until the server stops.
        case hang(after: Int)
    }

    /// The status code.
    public var status: Int

    /// The header fields besides `Content-Length`.
    public var headers: [(name: String, value: String)]

    /// The whole body, whatever of it is sent.
    public var body: [UInt8]

    /// How the answer ends.
    public var ending: Ending

    /// Whether the body comes in chunks without its length being announced.
    public var isChunked: Bool

    /// Bytes to send in place of everything, after which the connection closes: none for a server that hangs up, or some
    /// that are not HTTP.
    public var raw: [UInt8]?

    /// Creates an answer.
    ///
    /// - Parameter headers: The header fields besides `Content-Length`.
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

    /// An answer with a text.
    public static func text(_ text: String, contentType: String = "text/html", status: Int = 200) -> TestHTTPReply {
        TestHTTPReply(status: status, headers: [("Content-Type", contentType)], body: Array(text.utf8))
    }

    /// An answer that sends the client to another address.
    ///
    /// - Parameter location: The address, absolute or not.
    public static func redirect(to location: String) -> TestHTTPReply {
        TestHTTPReply(status: 302, headers: [("Location", location)])
    }

    /// Bytes in place of an answer, after which the connection closes.
    ///
    /// - Parameter bytes: What to send; nothing for a server that hangs up.
    public static func raw(_ bytes: [UInt8]) -> TestHTTPReply {
        var reply = TestHTTPReply()
        reply.raw = bytes
        return reply
    }

    /// All that goes over the connection.
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

    /// Whether the connection closes behind the answer.
    var isEndOfConnection: Bool {
        if case .cut = ending { true } else { raw != nil }
    }

    /// A part of the body in the form it travels in.
    private func encodedBody(prefix count: Int) -> [UInt8] {
        let bytes = Array(body.prefix(count))
        // A chunk without bytes would already be the end.
        guard isChunked, !bytes.isEmpty else { return bytes }
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }
}
