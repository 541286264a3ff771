internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import PostcardImaging

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Answers requests.
///
/// Paths are taken apart here and not by a router, because in the schemes that we serve a path holds whole addresses, and
/// what is signed is what came over the wire.
struct Responder: HTTPResponder {
    typealias Context = ConnectionContext

    let pictures: PictureService
    let memes: MemeCatalogue
    let presets: Presets
    /// Bytes of what is posted in memory.
    let uploads: Admission
    let signatures: URLSignatures
    let configuration: ServerConfiguration
    let metrics: ServerMetrics
    let connections: ConnectionTable
    let environment: ServerEnvironment
    let access: AccessRules
    let library: LibraryService?
    let description: ServiceDescription
    let logger: Logger
    let ready = ReadyAnswers()
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
            guard environment.isReady() else {
                throw ServerFault(.serviceUnavailable, "The cache or the library cannot be used.", retryAfter: 5)
            }
            return Self.text("ready\n")
        case .metrics: return Self.text(metrics.text(gauges: gauges), type: "text/plain; version=0.0.4; charset=utf-8")
        case .unsigned(let rest):
            guard configuration.allowsUnsigned else {
                throw ServerFault(.forbidden, "This service takes only signed addresses.")
            }
            return try await picture(try ThumborRequest(parsing: rest), route, request, asker)
        case .signed(let signature, let rest):
            return try await picture(
                try ThumborRequest(parsing: try signedPath(signature, rest)), route, request, asker.signed)
        case .memes(let route): return try await answer(route, request, asker)
        case .sheet(let fileExtension): return try await sheet(fileExtension, request, asker)
        case .preset(let name, let rest):
            return try await picture(try presets.request(named: name, image: rest), route, request, asker)
        case .openAPI: return description.response(to: request)
        case .nothing, .library: throw ServerFault.notFound
        }
    }

    private func checkLength(_ request: Request) throws(ServerFault) {
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

    /// The path that was signed: as it came, or, since some clients encode an address after they have signed it, decoded. It
    /// is what was signed that is read, so that nobody can give signed text another meaning by encoding it.
    private func signedPath(_ signature: String, _ path: Substring) throws(ServerFault) -> Substring {
        if signatures.isValid(signature, for: String(path)) { return path }
        guard let decoded = PercentEncoding.decode(path), signatures.isValid(signature, for: decoded) else {
            throw ServerFault(.forbidden, "The signature does not belong to this address.")
        }
        return decoded[...]
    }

    private func picture(
        _ wanted: ThumborRequest, _ route: Route, _ request: Request, _ asker: Asker
    ) async throws -> Response {
        var expires = false
        for case .expires(let time) in wanted.filters {
            try requireTime(before: time)
            expires = true
        }
        // As they are now: should a source change meanwhile, the answer is not taken for one of the new source.
        let stamps = wanted.sources.compactMap(pictures.source.stamp)
        let (result, fields) = try await result(made: wanted, request, asker)
        if !expires, stamps.count == wanted.sources.count {
            keep(result, fields, of: stamps, route: route.name, for: request.head)
        }
        return Self.response(result, fields)
    }

    /// The answer with a picture that may be kept.
    func picture(made recipe: some PictureRecipe, _ request: Request, _ asker: Asker) async throws -> Response {
        let (result, fields) = try await result(made: recipe, request, asker)
        return Self.response(result, fields)
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
        var fields: HTTPFields = [
            .eTag: result.key.entityTag,
            .cacheControl: "\(isOpen ? "public" : "private"), max-age=\(configuration.maximumAge)",
            .contentType: result.choice.format.mediaType,
        ]
        if result.choice.dependsOnAccept { fields[.vary] = "Accept" }
        return (result, fields)
    }

    private static func response(_ result: PictureService.Result, _ fields: HTTPFields) -> Response {
        guard let bytes = result.bytes else {
            var fields = fields
            fields[.contentType] = nil
            return Response(status: .notModified, headers: fields, body: .init())
        }
        return Response(status: .ok, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// The answer with a value as JSON.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-cache"],
            body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
    }

    private var gauges: [(name: String, help: String, value: Int)] {
        let pixels = pictures.admission.load
        let sheets = pictures.sheets.load
        let bytes = pictures.source.admission.load
        return [
            ("pixels_in_flight", "Room taken for pixels of pictures in work.", pixels.used + sheets.used),
            ("queue_depth", "Pictures that wait for room.", pixels.waiting + bytes.waiting + sheets.waiting),
            ("source_bytes_in_flight", "Room taken for picture files in memory.", bytes.used),
            ("cache_bytes", "Bytes in the cache.", pictures.cache?.byteCount ?? 0),
        ]
    }
}

extension Request {
    /// Whether something follows the header.
    var hasBody: Bool { headers[.contentLength].map { $0 != "0" } ?? false || headers[.transferEncoding] != nil }
}
