internal import PostcardCore
internal import Synchronization
internal import Tracing

/// The tracer of `postcard serve`: makes ids, decides what is recorded, and hands on spans that have ended.
///
/// Of the interface it has what the service uses: events and links of spans are not recorded.
final class SpanRecorder: Tracer {
    /// By which spans find the one that they belong to.
    enum ContextKey: ServiceContextKey {
        typealias Value = TraceContext
    }

    private let sampler: TraceSampler
    private let ended: @Sendable (RecordedSpan.Ended) -> Void
    private let random: Mutex<SeededRandom>

    /// - Parameters:
    ///   - sampler: decides which traces are recorded.
    ///   - seed: of the ids.
    ///   - ended: gets each span that was recorded, on the thread that ends it.
    init(
        _ sampler: TraceSampler, seed: UInt64 = .random(in: .min ... .max),
        ended: @escaping @Sendable (RecordedSpan.Ended) -> Void
    ) {
        self.sampler = sampler
        self.ended = ended
        random = Mutex(SeededRandom(seed: seed))
    }

    func startSpan<Instant: TracerInstant>(
        _ name: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file: String, line: UInt
    ) -> RecordedSpan {
        var context = context()
        let parent = context[ContextKey.self]
        let (high, low, id) = random.withLock { random in
            // Of a new trace the id of the span is a part of the next numbers; none is zero.
            (parent == nil ? random.next() : 0, parent == nil ? random.next() | 1 : 0, random.next() | 1)
        }
        let traceID = parent?.traceID ?? TraceContext.TraceID(high: high, low: low)
        let isSampled =
            if let parent, !parent.isRemote { parent.isSampled } else { sampler.samples(traceID, parent: parent) }
        let own = TraceContext(traceID: traceID, spanID: id, isSampled: isSampled, state: parent?.state ?? "")
        context[ContextKey.self] = own
        return RecordedSpan(
            name, kind, own, parent: parent, in: context,
            start: isSampled ? instant().nanosecondsSinceEpoch : 0, ended: ended)
    }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: "traceparent", from: carrier) else { return }
        context[ContextKey.self] = TraceContext(
            parent: parent, state: extractor.extract(key: "tracestate", from: carrier))
    }

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let place = context[ContextKey.self] else { return }
        injector.inject(place.parent, forKey: "traceparent", into: &carrier)
        if !place.state.isEmpty { injector.inject(place.state, forKey: "tracestate", into: &carrier) }
    }

    func forceFlush() {}
}
