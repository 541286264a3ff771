import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardMemes

/// A request that cannot be answered as asked. All of it is for the client to read: no paths, no addresses inside.
struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The status of the reply.
    let status: HTTPResponse.Status
    /// The kind of the failure.
    private(set) var code: ErrorCode
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

    /// The same with what it is about, where that is one of several things that were asked for.
    func about(_ subject: String) -> HTTPError {
        var httpError = self
        httpError.detail = "\(subject.prefix(1).uppercased() + subject.dropFirst()): \(detail)"
        return httpError
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

    /// A picture has more bytes than one may have.
    static func pictureTooLarge(_ maximumBytes: Int) -> HTTPError {
        HTTPError(.contentTooLarge, "The picture has more than \(maximumBytes) bytes.")
    }

    static func badRequest(_ detail: String) -> HTTPError { HTTPError(.badRequest, detail) }
    static func unprocessable(_ detail: String, _ code: ErrorCode = .invalid) -> HTTPError {
        HTTPError(.unprocessableContent, detail, code)
    }
}

extension HTTPError {
    /// The response to a failure of decoding or encoding a picture.
    init(_ error: ImageError) {
        switch error.code {
        // A library that decodes or encodes could not be opened, and later it can.
        case .unsupported where DescriptorLimit.isReached, .encodingFailed where DescriptorLimit.isReached:
            self = .overloaded(.openFiles)
        case .unsupported: self.init(.unsupportedMediaType, error.message)
        case .outOfMemory: self = .overloaded(.memory)
        case .limitExceeded: self = .unprocessable(error.message, .tooManyPixels)
        case .damaged, .truncated: self = .unprocessable(error.message, .damagedPicture)
        default: self = .unprocessable(error.message)
        }
    }

    /// The response to a failure of rendering a meme.
    init(_ error: MemeError) {
        switch error.code {
        case .outOfMemory: self = .overloaded(.memory)
        case .missingLibrary where DescriptorLimit.isReached: self = .overloaded(.openFiles)
        case .missingLibrary: self.init(.serviceUnavailable, error.message)
        case .textTooLong: self = .unprocessable(error.message, .textTooLong)
        case .fontNotFound: self = .unprocessable(error.message, .fontNotFound)
        default: self = .unprocessable(error.message)
        }
    }
}

extension HTTPError {
    /// The response with problem details, RFC 9457. With `isOrder`, the detail is also where memegen's clients look for it.
    func response(id: String, isOrder: Bool) -> Response {
        var members: [String: JSONValue] = [
            "type": "about:blank", "title": .text(status.reasonPhrase), "status": .integer(status.code),
            "code": .text(code.rawValue), "detail": .text(detail), "instance": .text("urn:request:\(id)"),
        ]
        if isOrder { members["error"] = .text(detail) }
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
    /// Writes JSON without spaces, members by name.
    static var compact: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// An error that keeps the service from starting.
public struct StartupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of a failure.
    public enum Code: Sendable {
        /// A folder is not there or cannot be used.
        case badFolder
        /// A setting has a wrong value, or settings do not fit together.
        case badSetting
        /// The address is taken or not ours.
        case cannotListen
    }

    /// The kind of a failure.
    public let code: Code
    /// The reason and the remedy, for people to read.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }

    /// The error of a setting with a wrong value, or of settings that do not fit together.
    package static func badSetting(_ message: String) -> StartupError { StartupError(.badSetting, message) }
}

extension ClosedRange where Bound: CustomStringConvertible {
    /// The range for messages: `0 to 100`, or `1 or more` where it has no end that matters.
    var words: String {
        func text(_ bound: Bound) -> Substring {
            let text = bound.description
            return text.hasSuffix(".0") ? text.dropLast(2) : text[...]
        }
        let isOpen = ["\(Int.max)", "\(Int32.max)"].contains { text(upperBound) == $0 }
        return isOpen ? "\(text(lowerBound)) or more" : "\(text(lowerBound)) to \(text(upperBound))"
    }
}
