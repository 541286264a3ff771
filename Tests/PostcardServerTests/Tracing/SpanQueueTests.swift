import PostcardTestSupport
import Testing
import Tracing

@testable import PostcardServer

@Suite struct SpanQueueTests {
    private static func span(_ name: Int) -> RecordedSpan.Ended {
        let place = TraceContext(traceID: .init(high: 1, low: 2), spanID: 3, isSampled: true)
        return RecordedSpan.Ended(
            name: "\(name)", kind: .internal, place: place, parent: nil, start: 1, end: 2, attributes: [:],
            isError: false)
    }

    private struct Sent: Sendable {
        var batches: [[String]] = []
        var dropped: [Int] = []
    }

    /// A queue whose time never comes by itself: it sends when a batch is whole, or at its end.
    private static func queue(
        limit: Int = 10, batch: Int = 4, _ sent: Shared<Sent>, sending: @escaping @Sendable () async -> Void = {}
    ) -> SpanQueue {
        SpanQueue(
            limit: limit, batchLimit: batch, delay: .seconds(5),
            sleep: { _ in try await Task.sleep(for: .seconds(3_600)) }
        ) { spans, dropped in
            await sending()
            sent.change {
                $0.batches.append(spans.map(\.name))
                $0.dropped.append(dropped)
            }
        }
    }

    @Test func `a whole batch does not wait`() async {
        let (sent, gate) = (Shared(Sent()), TestGate())
        let queue = Self.queue(sent) { await gate.pass() }
        for number in 0..<4 { queue.add(Self.span(number)) }
        await gate.waitUntilReached()
        await gate.open()
        #expect(await queue.end(within: .seconds(60)) == 0)
        #expect(sent.value.batches == [["0", "1", "2", "3"]])
    }

    @Test func `spans that have waited long enough are sent without a whole batch`() async {
        let (sent, gate) = (Shared(Sent()), TestGate())
        let queue = SpanQueue(limit: 10, batchLimit: 4, delay: .seconds(5), sleep: { _ in }) { spans, _ in
            sent.change { $0.batches.append(spans.map(\.name)) }
            await gate.pass()
        }
        queue.add(Self.span(0))
        await gate.waitUntilReached()
        #expect(sent.value.batches == [["0"]])
        await gate.open()
    }

    @Test func `what there is no room for is dropped and counted`() async {
        let (sent, gate) = (Shared(Sent()), TestGate())
        let queue = Self.queue(limit: 10, batch: 4, sent) { await gate.pass() }
        for number in 0..<4 { queue.add(Self.span(number)) }
        await gate.waitUntilReached()
        // Four are on their way; ten have room.
        for number in 4..<17 { queue.add(Self.span(number)) }
        await gate.open()
        #expect(await queue.end(within: .seconds(60)) == 0)
        #expect(sent.value.batches.flatMap(\.self) == (0..<14).map(String.init))
        #expect(sent.value.dropped == [0, 3, 0, 0])
    }

    @Test func `at the end all is sent, and nothing more is taken`() async {
        let sent = Shared(Sent())
        let queue = Self.queue(sent)
        for number in 0..<3 { queue.add(Self.span(number)) }
        #expect(await queue.end(within: .seconds(60)) == 0)
        queue.add(Self.span(3))
        #expect(await queue.end(within: .seconds(60)) == 1)
        #expect(sent.value.batches == [["0", "1", "2"]])
    }

    @Test func `the end does not wait for a collector that hangs`() async {
        let gate = TestGate()
        let queue = SpanQueue(limit: 10, batchLimit: 1, delay: .zero, sleep: { _ in }) { _, _ in
            await gate.pass()
        }
        for number in 0..<9 { queue.add(Self.span(number)) }
        await gate.waitUntilReached()
        // The gate is left when the task is cancelled; one is on its way.
        #expect(await queue.end(within: .seconds(5)) == 8)
    }
}
