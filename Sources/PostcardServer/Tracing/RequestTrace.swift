internal import HTTPTypes
internal import Tracing

/// The span of a request, below which its stages have theirs.
struct RequestTrace: Sendable {
    /// By which stages find it in the context of their task.
    private enum Key: ServiceContextKey {
        typealias Value = RequestTrace
    }

    let tracer: any Tracer
    private let template: String?
    private let span: any Tracing.Span

    /// The tracer that the application has installed; `nil` for none, which costs nothing then.
    static var installedTracer: (any Tracer)? {
        let tracer = InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : tracer
    }

    /// Begins the span of a request, in the trace that its fields name, or in a new one.
    ///
    /// - Parameters:
    ///   - request: its fields are all that is looked at.
    ///   - template: the path of its operation, as the description has it; `nil` where there is none.
    ///   - tracer: records it.
    init(_ request: HTTPRequest, at template: String?, _ tracer: any Tracer) {
        var context = ServiceContext.topLevel
        tracer.extract(request.headerFields, into: &context, using: RequestFields())
        (self.tracer, self.template) = (tracer, template)
        let method = Self.name(of: request.method)
        span = tracer.startSpan(
            template.map { "\(method ?? "HTTP") \($0)" } ?? method ?? "HTTP", context: context, ofKind: .server)
    }

    /// That of the request that this task works for; `nil` where no tracer is installed.
    static var current: RequestTrace? { ServiceContext.current?[Key.self] }

    /// Does the work for a request; `trace` is `nil` for one without a span.
    static func run<Result>(_ trace: RequestTrace?, _ work: () async throws -> Result) async rethrows -> Result {
        guard let trace else { return try await work() }
        var context = trace.span.context
        context[Key.self] = trace
        return try await ServiceContext.withValue(context, operation: work)
    }

    /// The id of the trace, where the tracer passes it on as W3C has it.
    var id: String? {
        let fields = Self.fields(of: span.context, tracer)
        let parent = fields.first { $0.name.lowercased() == "traceparent" }?.value
        return parent.flatMap { TraceContext(parent: $0, state: nil) }.map { "\($0.traceID)" }
    }

    /// The fields by which a trace goes on in requests of this task; empty where there is none.
    static var fields: [(name: String, value: String)] {
        guard let context = ServiceContext.current, let trace = context[Key.self] else { return [] }
        return fields(of: context, trace.tracer)
    }

    private static func fields(
        of context: ServiceContext, _ tracer: any Tracer
    ) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        tracer.inject(context, into: &fields, using: OutgoingFields())
        return fields
    }

    /// Adds an attribute to the span.
    func set(_ name: String, _ value: String) { span.updateAttributes { $0[name] = value } }

    /// Ends the span with what became of the request.
    ///
    /// Its path and query are not in it: signatures, addresses and what people write are. Its id leads to them in the log of a proxy.
    func end(_ exchange: Responder.Exchange, isSecure: Bool) {
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
