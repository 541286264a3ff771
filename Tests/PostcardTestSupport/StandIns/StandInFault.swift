/// A fault that replaces or changes a stand-in's normal response to a request.
public enum StandInFault: Sendable {
    /// A different response.
    case reply(TestHTTPReply)
    /// The normal response, but the connection closes after some bytes of the body.
    case cut(after: Int)
    /// The normal response stops after some bytes of the body, and the connection stays open.
    case hang(after: Int)
    /// The normal response, as soon as the gate is open.
    case wait(TestGate)

    /// Returns a status, optionally with `Retry-After`.
    public static func status(_ status: Int, retryAfter: String? = nil, body: String = "") -> StandInFault {
        var reply = TestHTTPReply.text(body, contentType: "text/plain", status: status)
        if let retryAfter { reply.headers.append(("Retry-After", retryAfter)) }
        return .reply(reply)
    }

    /// Returns a JSON body with HTTP 200, optionally with `Retry-After`.
    public static func json(_ text: String, retryAfter: String? = nil) -> StandInFault {
        var reply = TestHTTPReply.text(text, contentType: "application/json")
        if let retryAfter { reply.headers.append(("Retry-After", retryAfter)) }
        return .reply(reply)
    }
}
