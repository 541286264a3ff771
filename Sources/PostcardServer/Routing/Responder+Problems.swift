import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardMemes

extension Responder {
    /// The reply to what went wrong. What is not meant for clients goes into the log alone.
    ///
    /// - Parameters:
    ///   - error: what went wrong.
    ///   - id: that of the request.
    ///   - isOrder: whether it was posted in memegen's scheme, whose clients read the member `error`.
    func problem(_ error: any Error, id: String, isOrder: Bool = false) -> Response {
        let fault = Self.fault(error)
        if let refusal = fault.refusal { metrics.count(refusal) }
        // That there is too much to do is told by the status in the request's own line.
        if fault.status.kind == .serverError, fault.status != .serviceUnavailable || fault.cause != nil {
            logger.error("fault", metadata: ["request": "\(id)", "error": "\(error)"])
        } else if let error = error as? ImageError, error.code != .interrupted {
            logger.notice("picture", metadata: ["request": "\(id)", "problem": "\(error.message)"])
        }
        let problem = Problem(
            title: fault.status.reasonPhrase, status: fault.status.code, detail: fault.detail,
            instance: "urn:request:\(id)", error: isOrder ? fault.detail : nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and numbers can always be encoded; without a body the status still tells enough.
        let body = (try? encoder.encode(problem)) ?? Data()
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let seconds = fault.retryAfter { headers[.retryAfter] = "\(seconds)" }
        if fault.status == .methodNotAllowed, fault.headers[.allow] == nil { headers[.allow] = "GET, HEAD" }
        headers.append(contentsOf: fault.headers)
        // What follows on the connection would be the body that we did not read.
        if fault.status == .contentTooLarge || fault.status == .uriTooLong || error is HTTPParserError {
            headers[.connection] = "close"
        }
        return Response(status: fault.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// The error as clients are told of it.
    static func fault(_ error: any Error) -> HTTPError {
        switch error {
        case let fault as HTTPError: fault
        case let error as ImageError: HTTPError(error)
        case let error as MemeError: HTTPError(error)
        case let error as RenderingTime.Exceeded: HTTPError(error)
        case is HTTPParserError: .badRequest("The request is not well-formed HTTP.")
        // Nobody is there any more to read it; the status is for the log, as nginx has it.
        case is CancellationError:
            HTTPError(.init(code: 499, reasonPhrase: "Client Closed Request"), "The request was given up.")
        default:
            HTTPError(.internalServerError, "Something went wrong here. The request's id helps to find out what.")
        }
    }
}

/// Problem details of RFC 9457.
struct Problem: Encodable {
    let type = "about:blank"
    let title: String
    let status: Int
    let detail: String
    let instance: String
    /// The detail again, as memegen calls it.
    var error: String?

    static let schema = Schema.record(
        [
            "type": Schema.string, "title": Schema.string, "status": Schema.integer, "detail": Schema.string,
            "instance": Schema.string, "error": Schema.string,
        ],
        required: ["type", "title", "status", "detail", "instance"]
    ).adding(["description": "Problem details, RFC 9457."])
}
