import HTTPTypes
import Tracing

/// The trace of a request: its span, which is the parent of its stages' spans, or the client's trace headers if no tracer is installed.
struct RequestTrace: Sendable {
    /// The key of the trace in the service context of a task.
    private enum Key: ServiceContextKey {
        typealias Value = RequestTrace
    }

    /// The tracer of the application; `nil` if none is installed.
    let tracer: (any Tracer)?
    private let span: (any Tracing.Span)?
    private let template: String?
    /// The trace headers of the request, which are passed on if there is no tracer.
    private let received: [(name: String, value: String)]

    /// The installed tracer of the application; `nil` if there is none.
    static var installedTracer: (any Tracer)? {
        let tracer = InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : tracer
    }

    /// Starts the span of a request, in the trace of its headers or in a new one; `nil` if there is neither a tracer nor a valid trace
    /// header.
    ///
    /// - Parameters:
    ///   - request: the request; only its method and headers are used.
    ///   - template: the path of its operation in the API description; `nil` if there is none.
    ///   - tracer: the tracer that records the span.
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

    /// The maximum size in bytes of a `tracestate` that is passed on, as W3C's Trace Context requires.
    private static let stateLimit = 512

    /// The trace of the request that this task is working on; `nil` if there is none.
    static var current: RequestTrace? { ServiceContext.current?[Key.self] }

    /// The service context for work on the request.
    var context: ServiceContext {
        var context = span?.context ?? .topLevel
        context[Key.self] = self
        return context
    }

    /// The id of the trace in W3C's format; `nil` if the tracer uses another format.
    var id: Substring? {
        let parent = fields(in: context).first { $0.name.lowercased() == "traceparent" }
        return parent.flatMap { Self.id(ofParent: $0.value) }
    }

    /// Returns the trace id in a `traceparent` header; `nil` if the header is invalid. The header is checked strictly, since any client can
    /// send it, and the id is written to logs and sent to other servers.
    private static func id(ofParent text: String) -> Substring? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [2, 32, 16, 2],
            parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            parts[0] != "ff", parts[1...2].allSatisfy({ $0.contains { $0 != "0" } })
        else { return nil }
        return parts[1]
    }

    /// The headers that continue the trace in requests of this task; empty if the task has no trace.
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

    /// Sets an attribute of the span.
    func set(_ name: String, _ value: String) { span?.updateAttributes { $0[name] = value } }

    /// Ends the span with the outcome of the request.
    ///
    /// The span omits the path and query, which can contain signatures, URLs and private text. A proxy's log can contain these details
    /// along with the request's id.
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

    /// Returns the name of a known method; `nil` for other methods.
    private static func name(of method: HTTPRequest.Method) -> String? {
        let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
        return known.contains(method) ? method.rawValue : nil
    }
}

/// Reads trace headers from a request, for tracers.
private struct RequestFields: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}

/// Writes trace headers to requests, for tracers.
private struct OutgoingFields: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout [(name: String, value: String)]) {
        fields.append((key, value))
    }
}

/// Runs the work of a stage in a separate span. Passes the span to `work`, or `nil` if no tracer is installed.
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
