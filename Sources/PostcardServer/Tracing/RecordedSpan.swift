internal import Synchronization
internal import Tracing

/// A span of `SpanRecorder`; of one that is not sampled nothing is kept but its place.
final class RecordedSpan: Tracing.Span {
    /// A span as it is sent.
    struct Ended: Sendable {
        let name: String
        let kind: SpanKind
        let place: TraceContext
        /// That of the span above it; `nil` for the first one of a trace.
        let parent: TraceContext?
        /// Nanoseconds since 1970.
        let start: UInt64
        let end: UInt64
        let attributes: SpanAttributes
        let isError: Bool
    }

    private struct State {
        var name: String
        var attributes = SpanAttributes([:])
        var isError = false
        var hasEnded = false
    }

    let context: ServiceContext
    private let kind: SpanKind
    private let place: TraceContext
    private let parent: TraceContext?
    private let start: UInt64
    private let ended: @Sendable (Ended) -> Void
    private let state: Mutex<State>

    init(
        _ name: String, _ kind: SpanKind, _ place: TraceContext, parent: TraceContext?, in context: ServiceContext,
        start: UInt64, ended: @escaping @Sendable (Ended) -> Void
    ) {
        (self.context, self.kind, self.place, self.parent) = (context, kind, place, parent)
        (self.start, self.ended) = (start, ended)
        state = Mutex(State(name: name))
    }

    var isRecording: Bool { place.isSampled && !state.withLock { $0.hasEnded } }

    var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { if place.isSampled { state.withLock { $0.attributes = newValue } } }
    }

    func setStatus(_ status: SpanStatus) { state.withLock { $0.isError = status.code == .error } }

    func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        setStatus(SpanStatus(code: .error))
    }

    func addEvent(_ event: SpanEvent) {}
    func addLink(_ link: SpanLink) {}

    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard place.isSampled else { return }
        let last = state.withLock { state -> State? in
            defer { state.hasEnded = true }
            return state.hasEnded ? nil : state
        }
        guard let last else { return }
        ended(
            // A clock that was set back makes nothing last less than no time.
            Ended(
                name: last.name, kind: kind, place: place, parent: parent, start: start,
                end: max(start, instant().nanosecondsSinceEpoch), attributes: last.attributes, isError: last.isError))
    }
}
