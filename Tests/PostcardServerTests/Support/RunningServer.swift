import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import PostcardServer
import PostcardTestSupport

/// A service on a free port of this machine, for the time of a test.
struct RunningServer: Sendable {
    /// An answer with its body.
    struct Reply: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]

        subscript(name: String) -> String? { headers.first(name: name) }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let port: Int

    /// Runs a service, with a picture folder that takes unsigned addresses unless `change` says otherwise.
    static func with(
        _ folder: TemporaryFolder, _ change: (inout ServerConfiguration) -> Void = { _ in },
        photoSource: PhotoSourceMaker? = nil, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        do test: (RunningServer) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration()
        configuration.port = 0
        configuration.images = [folder.url.path]
        configuration.allowsUnsigned = true
        // However slow the machine is.
        configuration.renderSeconds = 3_600
        configuration.queueSeconds = 3_600
        // Tests write any name into what they send by hand.
        configuration.allowedNames = ["*"]
        change(&configuration)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let server = PictureServer(configuration, logger: logger, photoSource: photoSource)
        let task = Task {
            defer { listening.finish() }
            try await server.run(handlesSignals: false) { listening.yield($0) }
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await task.value
            throw CancellationError()
        }
        do {
            try await test(RunningServer(port: port))
        } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        // The next one may want the same cache folder.
        _ = await task.result
    }

    /// Redirects are answers like others.
    private static let client = HTTPClient(
        eventLoopGroup: .singletonMultiThreadedEventLoopGroup,
        configuration: HTTPClient.Configuration(redirectConfiguration: .disallow))

    func post(_ target: String, _ body: [UInt8], _ headers: HTTPHeaders) async throws -> Reply {
        try await get(target, headers, method: .POST, body: body)
    }

    /// Posts JSON.
    func post(_ target: String, json: String, _ headers: HTTPHeaders = [:]) async throws -> Reply {
        var headers = headers
        headers.replaceOrAdd(name: "Content-Type", value: "application/json")
        return try await post(target, Array(json.utf8), headers)
    }

    /// Asks several times at once.
    func get(_ target: String, times: Int) async throws -> [Reply] {
        try await withThrowingTaskGroup(of: Reply.self) { group in
            for _ in 0..<times { group.addTask { try await get(target) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    func get(
        _ target: String, _ headers: HTTPHeaders = [:], method: HTTPMethod = .GET, body: [UInt8]? = nil
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(target)")
        request.method = method
        request.headers = headers
        if let body { request.body = .bytes(body) }
        let response = try await Self.client.execute(request, timeout: .minutes(5))
        let body = try await response.body.collect(upTo: 64 << 20)
        return Reply(status: Int(response.status.code), headers: response.headers, body: Array(body.readableBytesView))
    }
}
