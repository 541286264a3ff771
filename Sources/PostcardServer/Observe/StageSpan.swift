import HTTPTypes
import Synchronization
import Tracing

/// The span of one stage in the work on a request. The span can end on a different thread from the one it started on.
final class StageSpan: Sendable {
    private let span: any Tracing.Span
    private let isOpen = Atomic(true)

    /// Starts a child span of this task's span; `nil` if no tracer is installed.
    ///
    /// - Parameters:
    ///   - stage: the name, from a fixed set.
    ///   - kind: `client` for a request to another server.
    init?(_ stage: String, kind: SpanKind = .internal) {
        guard let context = ServiceContext.current, let tracer = RequestTrace.current?.tracer else { return nil }
        span = tracer.startSpan(stage, context: context, ofKind: kind)
    }

    /// Records the span of a completed stage. Times are in nanoseconds since 1970.
    static func record(_ stage: String, from start: UInt64, to end: UInt64) {
        guard let context = ServiceContext.current, let tracer = RequestTrace.current?.tracer else { return }
        let start = DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: start)
        tracer.startSpan(stage, context: context, at: start)
            .end(at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: end))
    }

    var context: ServiceContext { span.context }

    /// Sets attributes of the span.
    func set(_ attributes: SpanAttributes) { span.updateAttributes { $0.merge(attributes) } }

    /// Sets the number of bytes that were read.
    func set(bytes: Int) { set(["postcard.bytes": .int64(Int64(bytes))]) }

    /// Ends the span, on the first call only. The span contains only the type of an error, because messages contain URLs and names of
    /// images.
    func end(_ error: (any Error)? = nil) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        if let error {
            let name = (error as? HTTPError).map { "\($0.status.code)" } ?? "\(type(of: error))"
            span.updateAttributes { $0["error.type"] = name }
            span.setStatus(SpanStatus(code: .error))
        }
        span.end()
    }
}
