import HTTPTypes

/// A request that cannot be answered as asked. All of it is for the client to read: no paths, no addresses inside.
struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The status of the reply.
    let status: HTTPResponse.Status
    /// The reason and the remedy.
    private(set) var detail: String
    /// Seconds after which it is worth to try again.
    var retryAfter: Int?
    /// Further header fields of the response.
    var headers: HTTPFields = [:]
    /// The cause, for the log alone.
    var cause: String?
    /// True when it is the considered answer of a server that was asked, and not a sign that it is away.
    var isFinal = false
    /// Set when there is too much to do.
    let refusal: Overload?

    init(
        _ status: HTTPResponse.Status, _ detail: String, retryAfter: Int? = nil, headers: HTTPFields = [:],
        refusal: Overload? = nil
    ) {
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
        self.headers = headers
        self.refusal = refusal
    }

    /// The same with what it is about, where that is one of several things that were asked for.
    func about(_ subject: String) -> HTTPError {
        var fault = self
        fault.detail = "\(subject.prefix(1).uppercased() + subject.dropFirst()): \(detail)"
        return fault
    }

    /// True when the same request may be answered later: until then, what was known before is good enough.
    var mayPass: Bool {
        !isFinal && [.badGateway, .serviceUnavailable, .gatewayTimeout].contains(status)
    }

    var description: String { "\(status.code): \(detail)\(cause.map { " \($0)" } ?? "")" }

    static let notFound = HTTPError(.notFound, "There is nothing at this address.")
    static let notJSON = badRequest("The body is not JSON.")
    static func overloaded(_ reason: Overload) -> HTTPError {
        HTTPError(
            .serviceUnavailable, "The service has more work than it can take now. Try again later.", retryAfter: 1,
            refusal: reason)
    }

    static func badRequest(_ detail: String) -> HTTPError { HTTPError(.badRequest, detail) }
    static func unprocessable(_ detail: String) -> HTTPError { HTTPError(.unprocessableContent, detail) }
}
