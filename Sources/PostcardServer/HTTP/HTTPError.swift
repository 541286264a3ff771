import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardCore

/// An error from which the response to a request is created. The detail is for clients, so it contains no paths or addresses of the
/// service.
struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The status of the response.
    let status: HTTPResponse.Status
    /// The kind of the error, for programs.
    private(set) var code: ErrorCode
    /// The reason for the error and how to fix it, in words for users.
    private(set) var detail: String
    /// The value of the `Retry-After` header in seconds; `nil` to omit the header.
    var retryAfter: Int?
    /// Additional response headers.
    var headers: HTTPFields = [:]
    /// The cause, for the log only.
    var cause: String?
    /// True for a definite response from another server, which does not indicate an outage.
    var isFinal = false
    /// The limit that was exceeded, for metrics; `nil` for other errors.
    let refusal: Overload?

    init(
        _ status: HTTPResponse.Status, _ detail: String, _ code: ErrorCode? = nil, retryAfter: Int? = nil,
        headers: HTTPFields = [:], refusal: Overload? = nil
    ) {
        self.status = status
        self.code = code ?? ErrorCode(status)
        self.detail = detail
        self.retryAfter = retryAfter
        self.headers = headers
        self.refusal = refusal
    }

    /// Returns the error with `subject` before its detail. Used for an error in one of several items in a request.
    func about(_ subject: String) -> HTTPError {
        var httpError = self
        httpError.detail = "\(subject.prefix(1).uppercased() + subject.dropFirst()): \(detail)"
        return httpError
    }

    /// True if the error is a temporary outage, during which an expired result may be served.
    var isTransientOutage: Bool {
        !isFinal && [.badGateway, .serviceUnavailable, .gatewayTimeout].contains(status)
    }

    var description: String { "\(status.code): \(detail)\(cause.map { " \($0)" } ?? "")" }

    static let notFound = HTTPError(.notFound, "There is nothing at this URL.")
    static let unknown = HTTPError(
        .internalServerError, "Internal error. The service's log contains details under the request's id.")
    static let notJSON = badRequest("The body is not valid JSON.")
    static func overloaded(_ reason: Overload) -> HTTPError {
        HTTPError(
            .serviceUnavailable, "The service is overloaded. Try again later.", retryAfter: 1,
            refusal: reason)
    }

    /// Returns the error for an image file that is larger than `maximumBytes`.
    static func pictureTooLarge(_ maximumBytes: Int) -> HTTPError {
        HTTPError(.contentTooLarge, "The image has more than \(maximumBytes) bytes.")
    }

    /// Returns the error for pictures that together are larger than `maximumBytes`.
    static func picturesTooLarge(_ maximumBytes: Int) -> HTTPError {
        HTTPError(.contentTooLarge, "Together, the pictures have more than \(maximumBytes) bytes.")
    }

    static let unreadablePicture = HTTPError(.notFound, "The image can't be read.")
    static func badRequest(_ detail: String) -> HTTPError { HTTPError(.badRequest, detail) }
    static func unprocessable(_ detail: String, _ code: ErrorCode = .invalid) -> HTTPError {
        HTTPError(.unprocessableContent, detail, code)
    }
}

extension HTTPError {
    /// Returns the response with problem details, RFC 9457. If `isMemeRequest` is true, the detail is also in the `error` member, for
    /// memegen's clients.
    func response(id: String, isMemeRequest: Bool) -> Response {
        var members: [NameKey: JSONValue] = [
            "type": "about:blank", "title": .text(status.reasonPhrase), "status": .integer(status.code),
            "code": .text(code.rawValue), "detail": .text(detail), "instance": .text("urn:request:\(id)"),
        ]
        if isMemeRequest { members["error"] = .text(detail) }
        return Response(
            status: status, headers: [.contentType: "application/problem+json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: JSONValue(members).bytes)))
    }

    /// The schema of problem details.
    static let schema = Schema.record([
        "type": Schema.string, "title": Schema.string, "status": Schema.integer,
        "code": ErrorCode.schema, "detail": Schema.string,
        "instance": Schema.string, "error?": Schema.string,
    ]).described("Problem details, RFC 9457.")
}

extension JSONEncoder {
    /// An encoder for JSON without spaces and with sorted members.
    static var compact: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension ClosedRange where Bound: CustomStringConvertible {
    /// The range in words for messages: `0 to 100`, or `1 or more` for an upper bound of `Int.max` or `Int32.max`.
    var words: String {
        func text(_ bound: Bound) -> Substring {
            let text = bound.description
            return text.hasSuffix(".0") ? text.dropLast(2) : text[...]
        }
        let isOpen = ["\(Int.max)", "\(Int32.max)"].contains { text(upperBound) == $0 }
        return isOpen ? "\(text(lowerBound)) or more" : "\(text(lowerBound)) to \(text(upperBound))"
    }
}
