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
                response = try await answer(request, route, Asker(context: context, caller: caller))
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
            return try await picture(try ThumborRequest(parsing: rest), request, asker)
        case .signed(let signature, let rest):
            return try await picture(
                try ThumborRequest(parsing: try signedPath(signature, rest)), request, asker.signed)
        case .memes(let route): return try await answer(route, request, asker)
        case .preset(let name, let rest):
            return try await picture(try presets.request(named: name, image: rest), request, asker)
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
        _ wanted: ThumborRequest, _ request: Request, _ asker: Asker
    ) async throws -> Response {
        for case .expires(let time) in wanted.filters { try requireTime(before: time) }
        return try await picture(made: wanted, request, asker)
    }

    /// - Parameter time: seconds since 1970.
    func requireTime(before time: Int) throws(ServerFault) {
        guard environment.secondsSince1970() < time else { throw ServerFault(.gone, "This address has expired.") }
    }

    /// The answer with a picture that may be kept.
    func picture(
        made recipe: some PictureRecipe, _ request: Request, _ asker: Asker
    ) async throws -> Response {
        let isOpen =
            library == nil || asker.isSigned || access.isLibraryPublic
            || !recipe.sources.contains(where: LibraryPictures.isName)
        if !isOpen { try access.permit(asker.caller, .read) }
        let accept = AcceptHeader(request.headers[values: .accept].joined(separator: ","))
        let known = request.headers[.ifNoneMatch]
        let result = try await connections.whileConnected(asker.context.channel) {
            try await pictures.picture(recipe, accept: accept, ifNoneMatch: known)
        }
        var headers: HTTPFields = [
            .eTag: result.key.entityTag,
            .cacheControl: "\(isOpen ? "public" : "private"), max-age=\(configuration.maximumAge)",
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
        let bytes = pictures.source.admission.load
        return [
            ("pixels_in_flight", "Pixels of pictures in work.", pixels.used),
            ("queue_depth", "Pictures that wait for room.", pixels.waiting + bytes.waiting),
            ("source_bytes_in_flight", "Room taken for picture files in memory.", bytes.used),
            ("cache_bytes", "Bytes in the cache.", pictures.cache?.byteCount ?? 0),
        ]
    }
}

extension Request {
    /// Whether something follows the header.
    var hasBody: Bool { headers[.contentLength].map { $0 != "0" } ?? false || headers[.transferEncoding] != nil }
}
