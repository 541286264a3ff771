import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import PostcardCore
import PostcardImaging
import Tracing

/// The entry point of all requests: it finds the endpoint of a request, checks the request, runs the endpoint, and completes the response.
///
/// Endpoints are matched on the target as received, because paths contain whole URLs and signatures cover the target.
struct Responder: Sendable {
    let services: Services
    let routes: RouteTable
    let access: AccessRules
    let log: RequestLog
    let environment: ServerEnvironment
    let connections: ConnectionTable
    /// The budget for response bytes in memory.
    let responses: ResponseBudget
    /// The maximum length of a target in bytes.
    let maximumURLBytes: Int
    /// True shortly before shutdown, when proxies should send requests elsewhere.
    let isDraining = Reloadable(false)
    private let date = HTTPDate()
    /// The value of the `Server` header.
    static let name = "postcard"

    /// Responds to a request, and writes the response to its connection.
    @concurrent
    func serve(_ request: Request, _ writer: consuming ResponseWriter, over channel: any Channel) async throws {
        let response = try await respond(to: request, over: channel)
        do {
            try await writer.write(response: response.head, body: Self.paced(response.body, on: channel))
        } catch is HTTPParserError {
            // The parser error would make the framework start a second response.
            throw CancellationError()
        }
    }

    /// Returns a body that waits for the event loop before each piece, or the unchanged body if it has only one piece.
    ///
    /// The framework's writer accepts a piece before the connection knows that the client reads too slowly. Without the wait, an entire
    /// large body could end up in memory.
    private static func paced(_ body: ResponseBody, on channel: any Channel) -> ResponseBody {
        guard (body.contentLength ?? .max) > ServedFile.pieceSize else { return body }
        return body.map { piece in
            try await channel.eventLoop.submit {}.get()
            return piece
        }
    }

    /// Responds to a request; an error results in an error response.
    func respond(to request: Request, over channel: any Channel) async throws -> Response {
        if ConnectionGuard.isPlain(request.head), let (key, entry) = entry(for: request.head),
            await isCurrent(entry, key), let cached = response(entry, to: request.head, channel.client)
        {
            return Response(
                status: cached.head.status, headers: cached.head.headerFields,
                body: cached.body.map { .init(byteBuffer: $0) } ?? .init())
        }
        let match = routes.match(request.uri.string)
        let route = match?.name ?? RouteTable.name(ofUnknown: request.uri.string)
        let client = access.addresses.client(request.headers, peer: channel.client)
        let identity = access.identity(request.head, at: environment.secondsSince1970())
        log.metrics.began()
        var exchange = Exchange(
            request: request.head, id: RequestID.accepted(request.headers[.requestID]) ?? environment.makeID(),
            route: route, began: environment.now(), client: client, token: identity.name,
            trace: match?.isOfService == true ? nil : RequestTrace(request.head, at: match?.template, log.tracer))
        var response: Response
        do {
            response = try await ServiceContext.withValue(exchange.trace?.context ?? .current) {
                try await dispatch(request, match, from: identity, over: channel, &exchange)
            }
        } catch {
            response =
                signInPage(for: request, route, instead: error)
                ?? problem(
                    error, id: exchange.id, isMemeRequest: request.method == .post && route == Operation.memeRoute)
        }
        (exchange.status, exchange.size) = (response.status.code, response.body.contentLength ?? 0)
        finish(&response.headers, exchange)
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Returns a redirect to the app if a browser requests a shared page without a session; `nil` for other requests and errors. After the
    /// user signs in, the app returns to the page. Downloads get the error instead, because the browser would save the app's page as the
    /// file.
    private func signInPage(for request: Request, _ route: String, instead error: any Error) -> Response? {
        let target = request.uri.string
        guard services.app != nil, route == Operation.library, (error as? HTTPError)?.status == .unauthorized,
            target.hasPrefix("/library/share.html?"), target.contains("disposition=inline"),
            AcceptHeader(request.headers[.accept]).names("text/html")
        else { return nil }
        let headers: HTTPFields = [
            .location: "/app/?next=\(PercentEncoding.encode(target))", .cacheControl: "no-store", .vary: "Accept",
        ]
        return Response(status: .seeOther, headers: headers)
    }

    /// Checks a request and runs its endpoint. Stores the signing key in `exchange`.
    private func dispatch(
        _ request: Request, _ match: RouteTable.Match?, from identity: APITokens.Identity, over channel: any Channel,
        _ exchange: inout Exchange
    ) async throws -> Response {
        // Health checks are not limited.
        if match?.isLimited ?? true {
            try access.names.requireName(request.head.authority, own: false)
            try access.admit(exchange.client)
            if let preflight = access.origins.preflight(request) { return preflight }
        }
        if let expected = request.headers[.expect], expected.lowercased() != "100-continue" {
            throw HTTPError(.expectationFailed, "The only supported expectation is 100-continue.")
        }
        guard request.uri.string.utf8.count <= maximumURLBytes else {
            throw HTTPError(.uriTooLong, "The URL has more than \(maximumURLBytes) bytes.")
        }
        guard let match else { throw HTTPError.notFound }
        guard let endpoint = match.endpoint(for: request.method) else {
            let methods = match.methods.joined(separator: ", ")
            throw HTTPError(
                .methodNotAllowed, "This URL accepts only \(methods).", headers: [.allow: methods])
        }
        let operation = endpoint.operation
        let path = if case .token = operation.permission { try match.decodedValues() } else { match.values }
        let (access, query) = try permit(request, as: operation, path: path, from: identity, &exchange)
        guard !request.hasBody || !operation.bodies.isEmpty else {
            throw HTTPError(.contentTooLarge, "A \(request.method) request to this URL must not have a body.")
        }
        let call = Call(
            service: self, operation: operation, request: request, path: path, client: exchange.client,
            identity: identity, responses: responses.share(of: exchange.client), access: access, query: query)
        guard operation.endsWithClient else { return try await endpoint.run(call) }
        return try await connections.whileConnected(channel) { try await endpoint.run(call) }
    }

    /// Adds the headers that all responses have, and records the exchange in the log and metrics.
    func finish(_ fields: inout HTTPFields, _ exchange: Exchange) {
        fields[.requestID] = exchange.id
        fields[.contentTypeOptions] = "nosniff"
        if fields[.contentSecurityPolicy] == nil {
            fields[.contentSecurityPolicy] =
                exchange.route == Operation.app ? services.app?.pages.policy : "default-src 'none'; sandbox"
        }
        let isPrivate = [Operation.library, Operation.app, Operation.session, Operation.shared].contains(exchange.route)
        if fields[.crossOriginResourcePolicy] == nil {
            fields[.crossOriginResourcePolicy] = isPrivate ? "same-origin" : "cross-origin"
        }
        if exchange.route == Operation.library, SessionCookie.forbidsCaches(exchange.request) {
            fields[.cacheControl] = "no-store"
        }
        access.origins.mark(&fields, for: exchange.request)
        if isDraining.value { fields[.connection] = "close" }
        fields[.date] = date.text(at: environment.secondsSince1970())
        fields[.server] = Self.name
        log.end(exchange, at: environment.now())
    }
}

/// Responses to errors.
extension Responder {
    /// Returns the response to an error, and logs the error if the response does not contain all of its details. If `isMemeRequest` is
    /// true, the detail is also in the `error` member, for memegen's clients.
    private func problem(_ error: any Error, id: String, isMemeRequest: Bool) -> Response {
        let httpError = HTTPError(describing: error)
        if let refusal = httpError.refusal { log.metrics.count(refusal) }
        // For overload, the request's log line is enough, because it contains the status.
        if httpError.status.kind == .serverError, httpError.status != .serviceUnavailable || httpError.cause != nil {
            log.logger.error("request failed", metadata: ["request": "\(id)", "error": "\(error)"])
        } else if let error = error as? ImageError, error.code != .interrupted {
            log.logger.notice("picture not decoded", metadata: ["request": "\(id)", "problem": "\(error.message)"])
        }
        var response = httpError.response(id: id, isMemeRequest: isMemeRequest)
        if let seconds = httpError.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        response.headers.append(contentsOf: httpError.headers)
        // The connection must be closed, because the unread body would be parsed as the next request.
        if httpError.status == .contentTooLarge || httpError.status == .uriTooLong || error is HTTPParserError {
            response.headers[.connection] = "close"
        }
        return response
    }
}
