import HTTPTypes
import Logging
import Synchronization
import Tracing

/// The trace that a request belongs to: its span, below which its stages have theirs, or the fields that its client named it by.
struct RequestTrace: Sendable {
    /// By which stages find it in the context of their task.
    private enum Key: ServiceContextKey {
        typealias Value = RequestTrace
    }

    /// The tracer of the application; `nil` where it installed none.
    let tracer: (any Tracer)?
    private let span: (any Tracing.Span)?
    private let template: String?
    /// The fields by which the trace goes on where there is no tracer.
    private let received: [(name: String, value: String)]

    /// The tracer that the application has installed; `nil` for none, which costs nothing then.
    static var installedTracer: (any Tracer)? {
        let tracer = InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : tracer
    }

    /// Begins the span of a request, in the trace that its fields name, or in a new one; `nil` where there is neither a tracer nor a trace.
    ///
    /// - Parameters:
    ///   - request: its fields are all that is looked at.
    ///   - template: the path of its operation, as the description has it; `nil` where there is none.
    ///   - tracer: records it.
    init?(_ request: HTTPRequest, at template: String?, _ tracer: (any Tracer)?) {
        (self.tracer, self.template) = (tracer, template)
        guard let tracer else {
            guard let parent = request.headerFields[.traceparent], Self.id(ofParent: parent) != nil else { return nil }
            let state = request.headerFields[.tracestate].flatMap { $0.utf8.count <= Self.stateLimit ? $0 : nil }
            received = [("traceparent", parent)] + (state.map { [("tracestate", $0)] } ?? [])
            span = nil
            return
        }
        var context = ServiceContext.topLevel
        tracer.extract(request.headerFields, into: &context, using: RequestFields())
        let method = Self.name(of: request.method)
        span = tracer.startSpan(
            template.map { "\(method ?? "HTTP") \($0)" } ?? method ?? "HTTP", context: context, ofKind: .server)
        received = []
    }

    /// The bytes of `tracestate` that everybody passes on, as W3C's Trace Context has it.
    private static let stateLimit = 512

    /// The trace of the request that this task works for; `nil` for one that has none.
    static var current: RequestTrace? { ServiceContext.current?[Key.self] }

    /// Does the work for a request; `trace` is `nil` for one without a trace.
    static func run<Result>(_ trace: RequestTrace?, _ work: () async throws -> Result) async rethrows -> Result {
        guard let trace else { return try await work() }
        var context = trace.context
        context[Key.self] = trace
        return try await ServiceContext.withValue(context, operation: work)
    }

    private var context: ServiceContext { span?.context ?? .topLevel }

    /// The id of the trace, where it is passed on as W3C has it.
    var id: Substring? {
        let parent = fields(in: context).first { $0.name.lowercased() == "traceparent" }
        return parent.flatMap { Self.id(ofParent: $0.value) }
    }

    /// The id in a field `traceparent`; `nil` for a field that names no trace. It comes from anybody, and goes to logs and to other servers.
    private static func id(ofParent text: String) -> Substring? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 32, 16, 2],
            parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            parts[0] != "ff", parts[1...2].allSatisfy({ $0.contains { $0 != "0" } })
        else { return nil }
        return parts[1]
    }

    /// The fields by which a trace goes on in requests of this task; empty where there is none.
    static var fields: [(name: String, value: String)] {
        guard let context = ServiceContext.current, let trace = context[Key.self] else { return [] }
        return trace.fields(in: context)
    }

    private func fields(in context: ServiceContext) -> [(name: String, value: String)] {
        guard let tracer else { return received }
        var fields: [(name: String, value: String)] = []
        tracer.inject(context, into: &fields, using: OutgoingFields())
        return fields
    }

    /// Adds an attribute to the span.
    func set(_ name: String, _ value: String) { span?.updateAttributes { $0[name] = value } }

    /// Ends the span with what became of the request.
    ///
    /// Its path and query are not in it: signatures, addresses and what people write are. Its id leads to them in the log of a proxy.
    func end(_ exchange: Exchange, isSecure: Bool) {
        guard let span else { return }
        let request = exchange.request
        span.updateAttributes { attributes in
            attributes["http.request.method"] = Self.name(of: request.method) ?? "_OTHER"
            attributes["http.route"] = template
            attributes["http.response.status_code"] = exchange.status
            attributes["http.response.body.size"] = request.method == .head ? 0 : exchange.size
            attributes["url.scheme"] = isSecure ? "https" : "http"
            attributes["client.address"] = exchange.client
            attributes["postcard.request"] = exchange.id
            if exchange.status >= 500 { attributes["error.type"] = "\(exchange.status)" }
        }
        if exchange.status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }

    /// Methods that HTTP and the service know; `nil` for what somebody made up.
    private static func name(of method: HTTPRequest.Method) -> String? {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
        return known.contains(method) ? method.rawValue : nil
    }
}

/// Finds what tracers look for among the fields of a request.
private struct RequestFields: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}

private struct OutgoingFields: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout [(name: String, value: String)]) {
        fields.append((key, value))
    }
}

/// The span of a stage of the work for a request, which may end on another thread than it began on.
final class StageSpan: Sendable {
    private let span: any Tracing.Span
    private let isOpen = Atomic(true)

    /// Begins the span below that of this task; `nil` where no tracer is installed.
    ///
    /// - Parameters:
    ///   - stage: its name, one of a few.
    ///   - kind: `client` where another server is asked.
    init?(_ stage: String, kind: SpanKind = .internal) {
        guard let context = ServiceContext.current, let tracer = RequestTrace.current?.tracer else { return nil }
        span = tracer.startSpan(stage, context: context, ofKind: kind)
    }

    /// Tells of a stage that is over. Times are in nanoseconds since 1970.
    static func record(_ stage: String, from start: UInt64, to end: UInt64) {
        guard let context = ServiceContext.current, let tracer = RequestTrace.current?.tracer else { return }
        let start = DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: start)
        tracer.startSpan(stage, context: context, at: start)
            .end(at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: end))
    }

    fileprivate var context: ServiceContext { span.context }

    /// Adds attributes.
    func set(_ attributes: SpanAttributes) { span.updateAttributes { $0.merge(attributes) } }

    /// Adds the number of bytes that were read.
    func set(bytes: Int) { set(["postcard.bytes": .int64(Int64(bytes))]) }

    /// Ends the span; only the first call does. Of an error its kind alone is told: messages name addresses and pictures.
    func end(_ error: (any Error)? = nil) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        if let error {
            span.updateAttributes { $0["error.type"] = Self.name(of: error) }
            span.setStatus(SpanStatus(code: .error))
        }
        span.end()
    }

    private static func name(of error: any Error) -> String {
        (error as? HTTPError).map { "\($0.status.code)" } ?? "\(type(of: error))"
    }
}

/// Does a stage of the work for a request, in a span of its own where a tracer is installed; `work` gets it.
func withStageSpan<Result>(
    _ stage: String, kind: SpanKind = .internal, _ work: (StageSpan?) async throws -> Result
) async rethrows -> Result {
    guard let span = StageSpan(stage, kind: kind) else { return try await work(nil) }
    do {
        let result = try await ServiceContext.withValue(span.context) { try await work(span) }
        span.end()
        return result
    } catch {
        span.end(error)
        throw error
    }
}

/// A request and what became of it.
struct Exchange: Sendable {
    let request: HTTPRequest
    let id: String
    let route: String
    let began: ContinuousClock.Instant
    let client: String
    /// The name of the token.
    let token: String?
    let trace: RequestTrace?
    /// The name of the key that signed the address.
    var key: String?
    var status = 0
    /// Bytes of the body, also where only its head was asked for.
    var size = 0
}

/// Tells of requests: in metrics, in the log, and in traces.
struct RequestLog: Sendable {
    let metrics: ServerMetrics
    let logger: Logger
    /// The tracer of the application; `nil` for none.
    let tracer: (any Tracer)?
    /// True when clients reach the service by TLS.
    let isSecure: Bool

    func end(_ exchange: Exchange, at now: ContinuousClock.Instant) {
        let seconds = (now - exchange.began) / .seconds(1)
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
        exchange.trace?.end(exchange, isSecure: isSecure)
    }
}
