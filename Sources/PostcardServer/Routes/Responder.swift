internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import PostcardImaging

/// Answers requests.
///
/// Paths are taken apart here and not by a router, because in the schemes that we serve a path holds whole addresses, and
/// what is signed is what came over the wire.
struct Responder: HTTPResponder {
    typealias Context = ConnectionContext

    let pictures: PictureService
    let signatures: URLSignatures
    let configuration: ServerConfiguration
    let metrics: ServerMetrics
    let connections: ConnectionTable
    let environment: ServerEnvironment
    let access: AccessRules
    let library: LibraryService?
    let description: ServiceDescription

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let began = environment.now()
        let id = RequestID.accepted(request.headers[.requestID]) ?? environment.makeID()
        let route = Route(request.uri.string)
        let client = access.client(of: request, context)
        let caller = access.tokens.caller(request.headers)
        metrics.began()
        var response: Response
        do {
            if let reply = try access.begin(request, route, client: client) {
                response = reply
            } else if route == .library, let library {
                try checkLength(request)
                response = try await library.respond(to: request, caller: caller)
            } else {
                response = try await answer(request, route, context)
            }
        } catch {
            response = problem(error, id: id, logger: context.logger)
        }
        let size = response.body.contentLength ?? 0
        response.headers[.requestID] = id
        response.headers[.contentTypeOptions] = "nosniff"
        response.headers[.contentSecurityPolicy] = "default-src 'none'; sandbox"
        access.end(&response, for: request)
        if request.method == .head { response = response.createHeadResponse() }
        let seconds = (environment.now() - began) / .seconds(1)
        metrics.ended(
            route: route.name, status: response.status.code, seconds: seconds, bytes: request.method == .head ? 0 : size
        )
        context.logger.info(
            "request",
            metadata: [
                "request": "\(id)", "method": "\(request.method)", "route": "\(route.name)",
                "status": "\(response.status.code)", "bytes": "\(size)", "milliseconds": "\(Int(seconds * 1_000))",
                "client": "\(client)", "token": "\(caller.name ?? "-")",
            ])
        return response
    }

    private func answer(_ request: Request, _ route: Route, _ context: ConnectionContext) async throws -> Response {
        try checkLength(request)
        guard route != .nothing, route != .library else { throw ServerFault.notFound }
        guard request.method == .get || request.method == .head else {
            throw ServerFault(.methodNotAllowed, "Only GET and HEAD are understood at this address.")
        }
        try Self.checkNoBody(request)
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
            return try await picture(rest, request, context)
        case .signed(let signature, let rest):
            return try await picture(try signedPath(signature, rest), request, context)
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
        if request.headers[.contentLength].map({ $0 != "0" }) ?? false || request.headers[.transferEncoding] != nil {
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

    private func picture(_ path: Substring, _ request: Request, _ context: ConnectionContext) async throws -> Response {
        let wanted = try ThumborRequest(parsing: path)
        for case .expires(let time) in wanted.filters where environment.secondsSince1970() >= time {
            throw ServerFault(.gone, "This address has expired.")
        }
        let accept = AcceptHeader(request.headers[values: .accept].joined(separator: ","))
        let known = request.headers[.ifNoneMatch]
        let result = try await connections.whileConnected(context.channel) {
            try await pictures.picture(wanted, accept: accept, ifNoneMatch: known)
        }
        var headers: HTTPFields = [
            .eTag: result.key.entityTag, .cacheControl: "public, max-age=\(configuration.maximumAge)",
        ]
        if result.choice.dependsOnAccept { headers[.vary] = "Accept" }
        guard let bytes = result.bytes else { return Response(status: .notModified, headers: headers, body: .init()) }
        headers[.contentType] = result.choice.format.mediaType
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private var gauges: [(name: String, help: String, value: Int)] {
        let pixels = pictures.admission.load
        let bytes = pictures.source.admission.load
        return [
            ("pixels_in_flight", "Pixels of pictures in work.", pixels.used),
            ("queue_depth", "Pictures that wait for room.", pixels.waiting + bytes.waiting),
            ("source_bytes_in_flight", "Room taken for picture files in memory.", bytes.used),
            ("cache_bytes", "Bytes in the cache.", pictures.cache?.byteCount ?? 0),
        ]
    }
}
