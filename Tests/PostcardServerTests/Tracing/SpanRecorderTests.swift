import PostcardCore
import Testing
import Tracing

@testable import PostcardServer

@Suite struct SpanRecorderTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0"

    private struct Fields: Extractor, Injector {
        func extract(key: String, from fields: [String: String]) -> String? { fields[key] }
        func inject(_ value: String, forKey key: String, into fields: inout [String: String]) { fields[key] = value }
    }

    /// Records a span below another one, and tells what followed.
    private static func record(
        _ sampler: TraceSampler, from fields: [String: String] = [:]
    ) -> (ended: [RecordedSpan.Ended], sent: [String: String]) {
        let ended = Shared<[RecordedSpan.Ended]>([])
        let recorder = SpanRecorder(sampler, seed: 1) { span in ended.change { $0.append(span) } }
        var context = ServiceContext.topLevel
        recorder.extract(fields, into: &context, using: Fields())
        let span = recorder.startSpan("outer", context: context, ofKind: .server)
        let inner = recorder.startSpan("inner", context: span.context)
        var sent: [String: String] = [:]
        recorder.inject(inner.context, into: &sent, using: Fields())
        inner.attributes["a"] = 1
        inner.end()
        inner.end()
        span.setStatus(SpanStatus(code: .error))
        span.end()
        return (ended.value, sent)
    }

    @Test func `spans of a new trace hang together, and each is told of once`() throws {
        let (ended, sent) = Self.record(TraceSampler())
        #expect(ended.map(\.name) == ["inner", "outer"])
        let (inner, outer) = (ended[0], ended[1])
        #expect(outer.parent == nil && inner.parent?.spanID == outer.place.spanID)
        #expect(inner.place.traceID == outer.place.traceID && inner.place.spanID != outer.place.spanID)
        #expect(outer.start <= inner.start && inner.start <= inner.end && inner.end <= outer.end)
        #expect(inner.attributes.get("a") == .int64(1) && !inner.isError && outer.isError)
        #expect(sent == ["traceparent": inner.place.parent])
    }

    @Test(arguments: [
        (true, true, 1.0, true), (true, false, 1.0, false), (true, true, 0.0, true), (false, false, 1.0, true),
        (false, true, 0.0, false),
    ])
    func `a trace that came is recorded as the settings say`(
        followsParent: Bool, cameSampled: Bool, ratio: Double, isRecorded: Bool
    ) {
        let (ended, sent) = Self.record(
            TraceSampler(ratio: ratio, followsParent: followsParent),
            from: ["traceparent": Self.parent + (cameSampled ? "1" : "0"), "tracestate": "a=1"])
        #expect(ended.count == (isRecorded ? 2 : 0))
        #expect(sent["traceparent"]?.hasPrefix("00-4bf92f3577b34da6a3ce929d0e0e4736-") == true)
        #expect(sent["traceparent"]?.hasSuffix(isRecorded ? "-01" : "-00") == true)
        #expect(sent["traceparent"]?.contains("00f067aa0ba902b7") == false)
        #expect(sent["tracestate"] == "a=1")
        if isRecorded { #expect(ended[1].parent?.isRemote == true) }
    }

    @Test func `a trace that is not recorded is passed on`() {
        let (ended, sent) = Self.record(TraceSampler(ratio: 0))
        #expect(ended.isEmpty)
        #expect(sent["traceparent"]?.hasSuffix("-00") == true)
    }

    @Test(arguments: [
        ["traceparent": "nonsense", "tracestate": "a=1"], ["tracestate": "a=1"],
        ["traceparent": "\(parent)1, \(parent)1"],
    ])
    func `a new trace begins where none came, without what others said of it`(fields: [String: String]) {
        let (ended, sent) = Self.record(TraceSampler(), from: fields)
        #expect(ended.last?.parent == nil && ended.count == 2)
        #expect(sent["tracestate"] == nil && sent["traceparent"]?.contains("4bf92f35") == false)
    }

    @Test(arguments: [0.0, 0.1, 0.5, 0.9, 1.0])
    func `that part of all traces is recorded which the ratio says`(ratio: Double) {
        var random = SeededRandom(seed: 7)
        let sampler = TraceSampler(ratio: ratio)
        let count = (0..<20_000).count { _ in
            sampler.samples(TraceContext.TraceID(high: 0, low: random.next()), parent: nil)
        }
        #expect(abs(Double(count) / 20_000 - ratio) < 0.02)
    }

    @Test func `other programs with the ratio record the same traces`() {
        // As in the SDKs of Go and Python: the last eight bytes against the ratio of 2^64.
        let sampler = TraceSampler(ratio: 0.25)
        #expect(sampler.samples(TraceContext.TraceID(high: .max, low: 0x3FFF_FFFF_FFFF_FFFF), parent: nil))
        #expect(!sampler.samples(TraceContext.TraceID(high: 0, low: 0x4000_0000_0000_0000), parent: nil))
    }
}
