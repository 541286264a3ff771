import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import PostcardImaging
import PostcardSources
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// A service for a test. Requests are handled in the process, except in tests of the socket.
struct RunningServer: Sendable {
    /// A response with its body.
    struct Reply: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]

        subscript(name: String) -> String? { headers.first(name: name) }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The host and port of the service in requests that are handled in the process.
    static let authority = "127.0.0.1:8080"

    /// The time at which the clocks of all services are stopped.
    static let secondsSince1970 = Int(Date().timeIntervalSince1970)
    private static let now = ContinuousClock.now

    private let responder: Responder
    private let sockets: Sockets
    private let isOverSocket: Bool

    /// The port of the service's socket. Reading it the first time makes the service listen.
    var port: Int {
        get async throws { try await sockets.port() }
    }

    /// The results that replicas share.
    var results: SharedResults? { responder.services.results.shared }

    /// The permits for pixels being processed.
    var pixels: PostcardServer.WeightedSemaphore { responder.services.results.workshop.pixels }

    /// The conversions of videos; `nil` if the service has no library.
    var playableVideos: PlayableVideos? { responder.services.library?.playableVideos }

    /// Makes the service report that it is about to stop, as SIGTERM does.
    func drain() { responder.isDraining.value = true }

    /// Makes the service reload its keys and tokens, as SIGHUP does.
    func reload(_ configuration: PostcardServer.ServerConfiguration) throws {
        try configuration.validate()
        try responder.access.reload(configuration.access)
    }

    /// Runs a service with an image folder. It accepts unsigned URLs unless `change` sets something else.
    ///
    /// - Parameters:
    ///   - objects: the environment of object storage.
    ///   - overSocket: true to send requests over a socket, instead of directly to the responder.
    ///   - prepare: called with the service before it starts.
    static func with(
        _ folder: TemporaryFolder, _ change: (inout PostcardServer.ServerConfiguration) -> Void = { _ in },
        photoSource: PhotoSourceMaker? = nil, setup: ServiceSetup = ServiceSetup(),
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        objects: ObjectStorageEnvironment? = nil, isolation: Isolation? = nil, overSocket: Bool = false,
        prepare: (inout PictureServer) -> Void = { _ in },
        do test: (RunningServer) async throws -> Void
    ) async throws {
        var configuration = PostcardServer.ServerConfiguration()
        configuration.port = 0
        configuration.images = [folder.url.path]
        configuration.allowsUnsigned = true
        // Tests must pass on slow machines too.
        configuration.limits.renderSeconds = 3_600
        configuration.limits.queueSeconds = 3_600
        configuration.limits.fetchSeconds = 3_600
        // Tests can use any host name in raw requests.
        configuration.allowedNames = ["*"]
        change(&configuration)
        try configuration.validate()
        var prepared = PictureServer(
            configuration, isolation: isolation, logger: logger, photoSource: photoSource, setup: setup)
        prepared.objects = objects ?? prepared.objects
        prepared.now = { now }
        prepared.clock = ManualClock()
        prepared.secondsSince1970 = { secondsSince1970 }
        prepare(&prepared)
        let server = prepared
        let threads = ServiceThreads(folderCount: configuration.images.count)
        defer { threads.end() }
        let responder = try server.responder(threads: threads)
        // The next service may use the same cache folder.
        defer { responder.services.end() }
        let addresses = ListeningAddress.all(configuration)
        let sockets = Sockets { report in
            try await server.listen(responder, on: addresses, false) { report($0) }
        }
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await test(RunningServer(responder: responder, sockets: sockets, isOverSocket: overSocket)))
        } catch {
            result = .failure(error)
        }
        await sockets.close()
        try result.get()
    }

    /// A client that does not follow redirects.
    static let client = {
        var configuration = HTTPClient.Configuration()
        configuration.idleTimeout = .seconds(3_600)
        configuration.usesProxies = false
        return HTTPClient(configuration)
    }()

    func post(_ target: String, _ body: [UInt8], _ headers: HTTPHeaders) async throws -> Reply {
        try await get(target, headers, method: .POST, body: body)
    }

    /// Posts JSON.
    func post(_ target: String, json: String, _ headers: HTTPHeaders = [:]) async throws -> Reply {
        var headers = headers
        headers.replaceOrAdd(name: "Content-Type", value: "application/json")
        return try await post(target, Array(json.utf8), headers)
    }

    /// Sends several requests at the same time.
    func get(_ target: String, times: Int) async throws -> [Reply] {
        try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<times { group.addTask { try await get(target) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Sends a request. `beforeBody` runs when the service starts to read the body, but never over a socket.
    func get(
        _ target: String, _ headers: HTTPHeaders = [:], method: HTTPMethod = .GET, body: [UInt8]? = nil,
        beforeBody: @escaping @Sendable () throws -> Void = {}
    ) async throws -> Reply {
        guard isOverSocket else { return try await reply(to: target, headers, method, body, beforeBody) }
        let port = try await port
        var request = HTTPClient.Request(url: "http://127.0.0.1:\(port)\(target)", timeout: .seconds(3_600))
        request.method = method.rawValue
        request.headers = headers.map { ($0.name, $0.value) }
        request.body = body
        let response = try await Self.client.send(request)
        let bytes = try await response.body.reduce(into: []) { $0 += $1 }
        return Reply(status: response.status, headers: HTTPHeaders(response.headers), body: bytes)
    }

    /// Sends a request without a socket.
    private func reply(
        to target: String, _ headers: HTTPHeaders, _ method: HTTPMethod, _ body: [UInt8]?,
        _ beforeBody: @escaping @Sendable () throws -> Void
    ) async throws -> Reply {
        var head = try Self.head(target, headers, method)
        if let body { head.headerFields[.contentLength] = "\(body.count)" }
        let peer = "127.0.0.1"
        if ConnectionGuard.isPlain(head), let ready = responder.cachedResponse(to: head, peer: peer) {
            return Reply(ready.head, ready.body.map { Array($0.readableBytesView) } ?? [])
        }
        let response = try await response(to: head, peer: peer, body, beforeBody)
        let received = Shared<[UInt8]>([])
        try await response.body.write(Collector(bytes: received))
        return Reply(response.head, received.value)
    }

    /// Sends a request from a client that reads nothing of the body during `work`.
    func holding(_ target: String, _ headers: HTTPHeaders, while work: () async throws -> Void) async throws {
        let response = try await response(to: try Self.head(target, headers, .GET), peer: "127.0.0.1", nil)
        #expect(response.status == .ok)
        try await work()
        withExtendedLifetime(response) {}
    }

    private func response(
        to head: HTTPRequest, peer: String, _ body: [UInt8]?,
        _ beforeBody: @escaping @Sendable () throws -> Void = {}
    ) async throws -> Response {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: try SocketAddress(ipAddress: peer, port: 1)).get()
        let stream = AsyncStream { continuation in
            continuation.yield(ByteBuffer(bytes: body ?? []))
            continuation.finish()
        }.map { piece in
            try beforeBody()
            return piece
        }
        return try await responder.respond(
            to: Request(head: head, body: RequestBody(asyncSequence: stream)), over: channel)
    }

    private static func head(_ target: String, _ headers: HTTPHeaders, _ method: HTTPMethod) throws -> HTTPRequest {
        var fields = HTTPFields()
        for (name, value) in headers where name.lowercased() != "host" {
            fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return HTTPRequest(
            method: try #require(HTTPRequest.Method(method.rawValue)), scheme: "http",
            authority: headers.first(name: "Host") ?? Self.authority, path: target, headerFields: fields)
    }
}

extension RunningServer.Reply {
    fileprivate init(_ head: HTTPResponse, _ body: [UInt8]) {
        self.init(
            status: head.status.code, headers: HTTPHeaders(head.headerFields.map { ($0.name.rawName, $0.value) }),
            body: body)
    }
}

/// Collects the body of a response.
private struct Collector: ResponseBodyWriter {
    let bytes: Shared<[UInt8]>

    mutating func write(_ buffer: ByteBuffer) async throws {
        bytes.change { $0 += buffer.readableBytesView }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// Makes the service listen as soon as a test reads the port.
private actor Sockets {
    private let listen: @Sendable (_ report: @escaping @Sendable (Int) -> Void) async throws -> Void
    private var listening: (port: Task<Int, any Error>, end: Task<Void, any Error>)?

    init(_ listen: @escaping @Sendable (_ report: @escaping @Sendable (Int) -> Void) async throws -> Void) {
        self.listen = listen
    }

    func port() async throws -> Int {
        if let listening { return try await listening.port.value }
        let (ports, report) = AsyncStream<Int>.makeStream()
        let listen = listen
        let end = Task {
            defer { report.finish() }
            try await listen { report.yield($0) }
        }
        let port = Task {
            if let port = await ports.first(where: { _ in true }) { return port }
            try await end.value
            throw CancellationError()
        }
        listening = (port, end)
        return try await port.value
    }

    func close() async {
        listening?.end.cancel()
        _ = await listening?.end.result
    }
}
