internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import PlatformFoundation
internal import PostcardCore
internal import PostcardImaging

/// Answers requests.
///
/// Paths are taken apart here and not by a router, because in the schemes that we serve a path holds whole addresses, and
/// what is signed is what came over the wire.
struct Responder: Sendable {
    let pictures: PictureService
    let memes: MemeCatalogue
    let presets: Presets
    /// Bytes of what is posted in memory.
    let uploads: Admission
    /// Bytes of responses in memory.
    let responses: Admission
    /// Threads that read the files of the cache; those that make pictures may be busy for long.
    let fileThreads: NIOThreadPool
    let keys: Reloadable<URLSignatures>
    let configuration: ServerConfiguration
    let metrics: ServerMetrics
    let connections: ConnectionTable
    let environment: ServerEnvironment
    let access: AccessRules
    let library: LibraryService?
    let description: ServiceDescription
    let logger: Logger
    let ready = ReadyAnswers()
    var signatures: URLSignatures { keys.value }
    let date = HTTPDate()

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let began = environment.now()
        let id = id(of: request.headers)
        let route = Route(request.uri.string)
        let client = access.client(of: request.headers, peer: context.client)
        let caller = access.tokens.caller(request.headers)
        metrics.began()
        var response: Response
        do {
            if let reply = try access.begin(request, route, client: client) {
                response = reply
            } else if route == .library, let library {
                try checkLength(request)
                response = try await library.respond(to: request, caller: caller) { work in
                    try await connections.whileConnected(context.channel, do: work)
                }
            } else {
                response = try await answer(request, route, Asker(context: context, caller: caller))
            }
        } catch {
            response = problem(error, id: id)
        }
        let size = response.body.contentLength ?? 0
        finish(
            &response.headers,
            Exchange(
                request: request.head, id: id, route: route.name, status: response.status.code, size: size,
                began: began, client: client, token: caller.name))
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
    }

    /// The id of a request.
    func id(of fields: HTTPFields) -> String { RequestID.accepted(fields[.requestID]) ?? environment.makeID() }

    /// Adds to an answer what all of them say, counts it and writes it into the log.
    func finish(_ fields: inout HTTPFields, _ exchange: Exchange) {
        fields[.requestID] = exchange.id
        fields[.contentTypeOptions] = "nosniff"
        fields[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        fields[.crossOriginResourcePolicy] = exchange.route == Route.library.name ? "same-origin" : "cross-origin"
        access.end(&fields, for: exchange.request)
        let seconds = (environment.now() - exchange.began) / .seconds(1)
        metrics.ended(
            route: exchange.route, status: exchange.status, seconds: seconds,
            bytes: exchange.request.method == .head ? 0 : exchange.size)
        logger.info(
            "request",
            metadata: [
                "request": "\(exchange.id)", "method": "\(exchange.request.method)", "route": "\(exchange.route)",
                "status": "\(exchange.status)", "bytes": "\(exchange.size)",
                "milliseconds": "\(Int(seconds * 1_000))", "client": "\(exchange.client)",
                "token": "\(exchange.token ?? "-")",
            ])
    }

    private func answer(_ request: Request, _ route: Route, _ asker: Asker) async throws -> Response {
        try checkLength(request)
        guard route != .nothing, route != .library else { throw ServerFault.notFound }
        guard route.methods.split(separator: ", ").contains(Substring(request.method.rawValue)) else {
            throw ServerFault(
                .methodNotAllowed, "This address takes only \(route.methods).",
                headers: [.allow: route.methods])
        }
        if request.method != .post { try Self.checkNoBody(request) }
        switch route {
        case .health: return Self.text("ok\n")
        case .readiness:
            guard environment.isReady(), pictures.source.isThere else {
                throw ServerFault(
                    .serviceUnavailable, "The cache, a folder of pictures or the library cannot be used.", retryAfter: 5
                )
            }
            return Self.text("ready\n")
        case .metrics: return Self.text(metrics.text(gauges: gauges), type: "text/plain; version=0.0.4; charset=utf-8")
        case .unsigned(let rest):
            guard configuration.allowsUnsigned else {
                throw ServerFault(.forbidden, "This service takes only signed addresses.")
            }
            return try await picture(try ThumborRequest(parsing: rest), route, request, asker)
        case .signed(let signature, let rest):
            switch try signedPath(signature, rest) {
            case .answer(let path):
                return try await picture(try ThumborRequest(parsing: path), route, request, asker.signed)
            case .redirect(let path): return Self.moved(to: "/\(signature)/\(path)")
            }
        case .memes(let route): return try await answer(route, request, asker)
        case .sheet(let fileExtension): return try await sheet(fileExtension, request, asker)
        case .preset(let name, let rest):
            let wanted = try presets.request(named: name, image: rest)
            if let image = Self.otherSpelling(of: rest, wanted.image) { return Self.moved(to: "/p/\(name)/\(image)") }
            return try await picture(wanted, route, request, asker)
        case .openAPI: return description.response(to: request)
        case .nothing, .library: throw ServerFault.notFound
        }
    }

    private func checkLength(_ request: Request) throws(ServerFault) {
        if let expected = request.headers[.expect], expected.lowercased() != "100-continue" {
            throw ServerFault(.expectationFailed, "Nothing is expected of this service but 100-continue.")
        }
        guard request.uri.string.utf8.count <= configuration.maximumURLBytes else {
            throw ServerFault(.uriTooLong, "The address has more than \(configuration.maximumURLBytes) bytes.")
        }
    }

    /// - Throws: `ServerFault` when a request that takes no body has one.
    static func checkNoBody(_ request: Request) throws(ServerFault) {
        if request.hasBody {
            throw ServerFault(.contentTooLarge, "A \(request.method) request takes no body here.")
        }
    }

    /// What becomes of a path with a signature.
    private enum SignedPath {
        case answer(Substring)
        /// It is another spelling of this path.
        case redirect(String)
    }

    /// The path that was signed: as it came, or, since some clients encode an address after they have signed it, decoded. It
    /// is what was signed that is read, so that nobody can give signed text another meaning by encoding it; and only one way to
    /// encode it is answered, so that nobody can fill caches with one picture.
    private func signedPath(_ signature: String, _ path: Substring) throws(ServerFault) -> SignedPath {
        let signatures = signatures
        if signatures.isValid(signature, for: String(path)) { return .answer(path) }
        guard let decoded = PercentEncoding.decode(path), signatures.isValid(signature, for: decoded) else {
            throw ServerFault(.forbidden, "The signature does not belong to this address.")
        }
        guard !PercentEncoding.isUsual(path, for: decoded) else { return .answer(decoded[...]) }
        return .redirect(PercentEncoding.encodePath(decoded))
    }

    /// The usual spelling of a preset's picture, where it came in another one or with a query that has no meaning.
    private static func otherSpelling(of text: Substring, _ image: String) -> String? {
        if PictureSource.isAddress(image) || !text.contains("?") {
            return PercentEncoding.isUsual(text, for: image) ? nil : PercentEncoding.encodePath(image)
        }
        return String(text.prefix { $0 != "?" })
    }

    /// The answer at another spelling of an address.
    private static func moved(to target: String) -> Response {
        Response(
            status: .movedPermanently, headers: [.location: target, .cacheControl: "public, max-age=300"], body: .init()
        )
    }

    private func picture(
        _ wanted: ThumborRequest, _ route: Route, _ request: Request, _ asker: Asker
    ) async throws -> Response {
        var asker = asker
        for case .expires(let time) in wanted.filters {
            try requireTime(before: time)
            asker.expire(at: time)
        }
        // As they are now: should a source change meanwhile, the answer is not taken for one of the new source.
        let stamps = wanted.sources.compactMap(pictures.source.stamp)
        let (result, fields) = try await result(made: wanted, request, asker)
        if asker.expires == nil, stamps.count == wanted.sources.count {
            keep(result, fields, of: stamps, route: route.name, for: request.head)
        }
        return try response(result, fields)
    }

    /// The answer with a picture that may be kept.
    func picture(made recipe: some PictureRecipe, _ request: Request, _ asker: Asker) async throws -> Response {
        let (result, fields) = try await result(made: recipe, request, asker)
        return try response(result, fields)
    }

    private func result(
        made recipe: some PictureRecipe, _ request: Request, _ asker: Asker
    ) async throws -> (PictureService.Result, HTTPFields) {
        let isOpen = try requirePermission(toSee: recipe.sources, asker)
        let accept = AcceptHeader(request.headers[.accept])
        let known = request.headers[.ifNoneMatch]
        let result = try await connections.whileConnected(asker.context.channel) {
            try await pictures.picture(recipe, accept: accept, ifNoneMatch: known)
        }
        // Whoever keeps it must not keep it longer than the address is good for.
        let left = asker.expires.map { max(0, $0 - environment.secondsSince1970()) } ?? .max
        let fresh = recipe.sources.compactMap(pictures.source.secondsLeft).min() ?? .max
        let age = min(configuration.maximumAge, left, fresh)
        var fields: HTTPFields = [
            .eTag: result.key.entityTag,
            .cacheControl: "\(isOpen ? "public" : "private"), max-age=\(age)",
            .contentType: result.choice.format.mediaType,
        ]
        if result.choice.dependsOnAccept { fields[.vary] = "Accept" }
        return (result, fields)
    }

    private func response(_ result: PictureService.Result, _ fields: HTTPFields) throws(ServerFault) -> Response {
        switch result.file {
        case .cached(let file):
            return Response(status: .ok, headers: fields, body: file.body(0..<file.size, threads: fileThreads))
        case .bytes(let bytes):
            return Response(status: .ok, headers: fields, body: try ResponseBody(bytes, countedBy: responses))
        case nil:
            var fields = fields
            fields[.contentType] = nil
            return Response(status: .notModified, headers: fields, body: .init())
        }
    }

    private static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// The answer with a value as JSON.
    func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: try ResponseBody(Array(try encoder.encode(value)), countedBy: responses))
    }

    private var gauges: [(name: String, help: String, value: Int)] {
        let pixels = pictures.admission.load
        let sheets = pictures.sheets.load
        let bytes = pictures.source.admission.load
        let fetches = pictures.source.fetching.load
        return [
            ("pixels_in_flight", "Room taken for pixels of pictures in work.", pixels.used + sheets.used),
            (
                "queue_depth", "Pictures that wait for room.",
                pixels.waiting + bytes.waiting + fetches.waiting + sheets.waiting
            ),
            ("source_bytes_in_flight", "Room taken for picture files in memory.", bytes.used),
            ("fetches_in_flight", "Pictures that are fetched.", fetches.used),
            (
                "fetched_bytes_in_flight", "Bytes of pictures that are fetched.",
                pictures.source.fetchedBytes.load.used
            ),
            ("upload_bytes_in_flight", "Bytes of what is posted in memory.", uploads.load.used),
            (
                "response_bytes_in_flight", "Bytes of responses in memory that clients have not taken.",
                responses.load.used
            ),
            ("cache_bytes", "Bytes in the cache.", pictures.cache?.byteCount ?? 0),
        ]
    }
}

extension Request {
    /// Whether something follows the header.
    var hasBody: Bool { headers[.contentLength].map { $0 != "0" } ?? false || headers[.transferEncoding] != nil }
}
