import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import PlatformFoundation
import PostcardCore
import PostcardImaging
import Tracing

/// Answers requests.
///
/// Paths are taken apart here and not by a router, because in the schemes that we serve a path holds whole addresses, and
/// what is signed is what came over the wire.
struct Responder: Sendable {
    let pictures: PictureService
    let memes: MemeCatalogue
    let presets: Presets
    /// Bytes of what is posted in memory.
    let uploads: WeightedSemaphore
    /// Bytes of responses in memory.
    var responses: ResponseRoom
    /// Threads that read the files of the cache; those that make pictures may be busy for long.
    let fileThreads: NIOThreadPool
    let keys: Reloadable<URLSignatures>
    let configuration: ServerConfiguration
    let metrics: ServerMetrics
    let connections: ConnectionTable
    let environment: ServerEnvironment
    let access: AccessRules
    let library: LibraryService?
    /// Pictures that were sent to be lettered.
    let sentPictures: SentPictures
    /// The web app; `nil` where there is none.
    let app: WebApp?
    let routes: RouteTable
    let description: ServiceDescription
    let logger: Logger
    /// The tracer of the application; `nil` for none.
    var tracer: (any Tracer)?
    let responseCache = ResponseCache()
    /// True when the service is about to stop, and proxies should send what comes next elsewhere.
    let isDraining = Reloadable(false)
    var signatures: URLSignatures { keys.value }
    let date = HTTPDate()

    /// Gives back what lasts longer than a request.
    func end() {
        library?.end()
        pictures.cache?.unlock()
    }

    /// Takes other keys and tokens from now on.
    ///
    /// - Throws: `StartupError` that names the setting; then nothing has changed.
    func reload(_ configuration: ServerConfiguration) throws(StartupError) {
        try configuration.validate()
        let signatures = try URLSignatures(configuration)
        try access.reload(configuration)
        keys.value = signatures
    }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let began = environment.now()
        let id = id(of: request.headers)
        let match = routes.match(request.uri.string)
        let client = access.client(of: request.headers, peer: context.client)
        let caller = access.caller(request.head, at: environment.secondsSince1970())
        let trace = match?.isOfService == true ? nil : RequestTrace(request.head, at: match?.template, tracer)
        metrics.began()
        var requester = Requester(context: context, caller: caller)
        var response: Response
        do {
            if let reply = try access.begin(request, isLimited: match?.isLimited ?? true, client: client) {
                response = reply
            } else {
                let responder = sharing(with: client)
                response = try await RequestTrace.run(trace) {
                    try await responder.answer(request, match, &requester)
                }
            }
        } catch {
            response = problem(
                error, id: id, isOrder: request.method == .post && match?.route == Operation.memeRoute)
        }
        let size = response.body.contentLength ?? 0
        finish(
            &response.headers,
            Exchange(
                request: request.head, id: id, route: match?.route ?? RouteTable.name(ofUnknown: request.uri.string),
                status: response.status.code, size: size, began: began, client: client, token: caller.name,
                key: requester.signer?.name, trace: trace))
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// A request and what became of it.
    struct Exchange {
        let request: HTTPRequest
        let id: String
        let route: String
        let status: Int
        /// Bytes of the body, also where only its head was asked for.
        let size: Int
        let began: ContinuousClock.Instant
        let client: String
        let token: String?
        /// The name of the key that signed the address.
        let key: String?
        var trace: RequestTrace?
    }

    /// The id of a request.
    func id(of fields: HTTPFields) -> String { RequestID.accepted(fields[.requestID]) ?? environment.makeID() }

    /// Adds to an answer what all of them say, counts it and writes it into the log.
    func finish(_ fields: inout HTTPFields, _ exchange: Exchange) {
        fields[.requestID] = exchange.id
        fields[.contentTypeOptions] = "nosniff"
        if fields[.contentSecurityPolicy] == nil {
            fields[.contentSecurityPolicy] =
                exchange.route == Operation.app ? app?.policy : "default-src 'none'; sandbox"
        }
        let isPrivate = [Operation.library, Operation.app, Operation.session].contains(exchange.route)
        fields[.crossOriginResourcePolicy] = isPrivate ? "same-origin" : "cross-origin"
        access.end(&fields, for: exchange.request)
        if isDraining.value { fields[.connection] = "close" }
        let seconds = (environment.now() - exchange.began) / .seconds(1)
        metrics.ended(
            route: exchange.route, status: exchange.status, seconds: seconds,
            bytes: exchange.request.method == .head ? 0 : exchange.size)
        var metadata: Logger.Metadata = [
            "request": "\(exchange.id)", "method": "\(exchange.request.method)", "route": "\(exchange.route)",
            "status": .stringConvertible(exchange.status), "bytes": .stringConvertible(exchange.size),
            "milliseconds": .stringConvertible(Int(seconds * 1_000)), "client": "\(exchange.client)",
            "token": "\(exchange.token ?? "-")", "key": "\(exchange.key ?? "-")",
        ]
        if let id = exchange.trace?.id { metadata["trace"] = "\(id)" }
        logger.info("request", metadata: metadata)
        exchange.trace?.end(exchange, isSecure: configuration.publicAddress.hasPrefix("https://"))
    }

    /// The same with the share of the memory that a client has.
    private func sharing(with client: String) -> Responder {
        var responder = self
        responder.responses = responses.share(of: client)
        return responder
    }

    private func answer(
        _ request: Request, _ match: RouteTable.Match?, _ requester: inout Requester
    ) async throws -> Response {
        try checkLength(request)
        guard let match else { throw HTTPError.notFound }
        guard let operation = match.operation(for: request.method) else {
            let methods = match.methods.joined(separator: ", ")
            throw HTTPError(
                .methodNotAllowed, "This address takes only \(methods).", headers: [.allow: methods])
        }
        var call = Call(operation, request, path: match.values, requester, self)
        defer { requester = call.requester }
        try call.requirePermission()
        if operation.bodies.isEmpty, request.hasBody {
            throw HTTPError(.contentTooLarge, "A \(request.method) request takes no body here.")
        }
        return try await operation.run(call)
    }

    private func checkLength(_ request: Request) throws(HTTPError) {
        if let expected = request.headers[.expect], expected.lowercased() != "100-continue" {
            throw HTTPError(.expectationFailed, "Nothing is expected of this service but 100-continue.")
        }
        guard request.uri.string.utf8.count <= configuration.maximumURLBytes else {
            throw HTTPError(.uriTooLong, "The address has more than \(configuration.maximumURLBytes) bytes.")
        }
    }

    /// The answer with a value as JSON.
    func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: try ResponseBody(Array(try encoder.encode(value)), countedBy: responses))
    }
}

extension Request {
    /// True when something follows the header.
    var hasBody: Bool { headers[.contentLength].map { $0 != "0" } ?? false || headers[.transferEncoding] != nil }
}
