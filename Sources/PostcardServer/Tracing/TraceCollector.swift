internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import PostcardSources

/// The server that takes spans by OTLP over HTTP.
final class TraceCollector: Sendable {
    private static let answerLimit = 64 << 10

    private let client: HTTPClient
    private let address: String
    private let headers: HTTPHeaders
    private let isCompressed: Bool
    private let timeout: Duration

    init(at address: String, _ settings: TraceSettings, userAgent: String) {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(5)
        configuration.connectionPool.retryConnectionEstablishment = false
        // Its own requests would be traced, and so on for ever.
        configuration.tracing.tracer = nil
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.address = address
        isCompressed = settings.isCompressed
        timeout = settings.timeout
        var headers: HTTPHeaders = ["User-Agent": userAgent, "Content-Type": "application/json"]
        if settings.isCompressed { headers.add(name: "Content-Encoding", value: "gzip") }
        for (name, value) in settings.headers { headers.replaceOrAdd(name: name, value: value) }
        self.headers = headers
    }

    deinit { client.shutdown { _ in } }

    func post(_ body: [UInt8]) async throws -> TraceSender.Answer {
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers = headers
        request.body = .bytes(ByteBuffer(bytes: isCompressed ? GzipEncoder.encode(body, level: 1) ?? body : body))
        return try await withDeadline(timeout) { [client, timeout, request] in
            let response = try await client.execute(request, timeout: TimeAmount(timeout))
            // The status has said whether spans were taken.
            let body = try? await response.body.collect(upTo: Self.answerLimit)
            return TraceSender.Answer(
                status: Int(response.status.code),
                retryAfter: response.headers.first(name: "Retry-After").flatMap {
                    RetryAfter.delay(of: $0, date: response.headers.first(name: "Date"))
                },
                body: body.map { Array($0.readableBytesView) } ?? [])
        }
    }
}
