import HTTPTypes
import PostcardSources
import Synchronization
import Tracing

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

/// Does a stage of the work for a request, in a span of its own where a tracer is installed.
func withStageSpan<Result>(_ stage: String, _ work: () throws -> Result) rethrows -> Result {
    guard let span = StageSpan(stage) else { return try work() }
    do {
        let result = try ServiceContext.withValue(span.context, operation: work)
        span.end()
        return result
    } catch {
        span.end(error)
        throw error
    }
}

/// Does a stage that waits for others; `work` gets its span.
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
