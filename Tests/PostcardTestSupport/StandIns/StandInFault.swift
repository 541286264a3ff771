/// What can happen to a request to a stand-in instead of, or around, its proper answer.
public enum StandInFault: Sendable {
    /// Another answer.
    case reply(TestHTTPReply)
    /// The proper answer, but the connection closes after so many bytes of the body.
    case cut(after: Int)
    /// The proper answer stops after so many bytes of the body, and the connection stays open.
    case hang(after: Int)
    /// The proper answer, as soon as the gate is open.
    case wait(TestGate)

    /// A status, with a `Retry-After` if given.
    public static func status(_ status: Int, retryAfter: String? = nil, body: String = "") -> StandInFault {
        var reply = TestHTTPReply.text(body, contentType: "text/plain", status: status)
        if let retryAfter { reply.headers.append(("Retry-After", retryAfter)) }
        return .reply(reply)
    }

    /// A JSON body with HTTP 200, and a `Retry-After` if given.
    public static func json(_ text: String, retryAfter: String? = nil) -> StandInFault {
        var reply = TestHTTPReply.text(text, contentType: "application/json")
        if let retryAfter { reply.headers.append(("Retry-After", retryAfter)) }
        return .reply(reply)
    }
}
