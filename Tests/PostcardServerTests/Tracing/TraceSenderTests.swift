import Logging
import PostcardCore
import PostcardTestSupport
import Testing
import Tracing

@testable import PostcardServer

@Suite struct TraceSenderTests {
    private static let place = TraceContext(
        traceID: .init(high: 0x4bf9_2f35_77b3_4da6, low: 0xa3ce_929d_0e0e_4736), spanID: 0x00f0_67aa_0ba9_02b7,
        isSampled: true, state: "a=1")

    private static func span(parent: TraceContext? = nil) -> RecordedSpan.Ended {
        RecordedSpan.Ended(
            name: "GET /p/{preset}/{+picture} \"\n", kind: .server, place: place, parent: parent,
            start: 1_795_392_803_000_000_001, end: 1_795_392_803_000_000_002,
            attributes: ["text": "a\"ü", "number": 200, "flag": true, "part": 0.5, "many": .stringArray(["a"])],
            isError: true)
    }

    private struct Outcome {
        var posts = 0
        var waits: [Duration] = []
        var log: [String] = []
    }

    /// Sends batches to a collector that answers so, one answer after the other; `nil` breaks the connection.
    private static func send(
        _ answers: [TraceSender.Answer?], batches: Int = 1, minutes: Int = 0
    ) async -> Outcome {
        let (log, waits, posts) = (Shared<[String]>([]), Shared<[Duration]>([]), Shared(0))
        let start = ContinuousClock().now
        let passed = Shared(Duration.zero)
        let surroundings = TraceSender.Surroundings(
            now: { start + passed.value },
            sleep: { time in
                waits.change { $0.append(time) }
                passed.change { $0 += time }
            }, random: { 0 })
        let sender = TraceSender(
            TraceDocument(resource: [], version: "1"), limit: .seconds(30),
            logger: Logger(label: "test") { _ in RecordingLogHandler(lines: log) }, surroundings: surroundings
        ) { _ in
            let number = posts.value
            posts.change { $0 += 1 }
            guard let answer = answers[min(number, answers.count - 1)] else { throw CancellationError() }
            return answer
        }
        for _ in 0..<batches {
            await sender.send([Self.span()], dropped: 0)
            passed.change { $0 += .seconds(60 * minutes) }
        }
        sender.end()
        return Outcome(posts: posts.value, waits: waits.value, log: log.value)
    }

    @Test func `what is taken is sent once`() async {
        let outcome = await Self.send([.init(status: 200, body: Array("{\"partialSuccess\":{}}".utf8))])
        #expect(outcome.posts == 1 && outcome.log.isEmpty)
    }

    @Test(arguments: ["", "{}", "garbage", "{\"partialSuccess\":{\"rejectedSpans\":\"many\"}}", "[", "\u{0}"])
    func `what else a collector says that takes spans does not matter`(body: String) async {
        let outcome = await Self.send([.init(status: 202, body: Array(body.utf8))])
        #expect(outcome.posts == 1 && outcome.log.isEmpty)
    }

    @Test(arguments: [429, 502, 503, 504])
    func `it is sent again when the collector says so`(status: Int) async {
        let outcome = await Self.send([
            .init(status: status), .init(status: status, retryAfter: .seconds(7)), .init(status: 200),
        ])
        #expect(outcome.posts == 3 && outcome.log.isEmpty)
        #expect(outcome.waits == [.milliseconds(500), .seconds(7)])
    }

    @Test(arguments: [400, 401, 404, 413, 500, 301])
    func `other answers lose the batch`(status: Int) async {
        let outcome = await Self.send([.init(status: status)])
        #expect(outcome.posts == 1)
        #expect(
            outcome.log.count == 1 && outcome.log[0].contains("status \(status)") && outcome.log[0].contains("spans=1"))
    }

    @Test func `a collector that is away is given up after half a minute`() async {
        let outcome = await Self.send([nil])
        #expect(outcome.posts == 6)
        #expect(outcome.waits.reduce(.zero, +) < .seconds(30))
        #expect(outcome.log.count == 1 && outcome.log[0].contains("does not answer"))
    }

    @Test func `who asks for too much patience is not waited for`() async {
        let outcome = await Self.send([.init(status: 503, retryAfter: .seconds(3_600))])
        #expect(outcome.posts == 1 && outcome.waits.isEmpty && outcome.log.count == 1)
    }

    @Test func `losses are told of once a minute, and at the end`() async {
        let often = await Self.send([.init(status: 400)], batches: 50)
        #expect(often.log.count == 2 && often.log[1].contains("spans=49"))
        let seldom = await Self.send([.init(status: 400)], batches: 3, minutes: 2)
        #expect(seldom.log.count == 3)
    }

    @Test func `a batch of which a part is taken is not sent again`() async {
        let body = Array(
            #"{"partialSuccess":{"rejectedSpans":"3","errorMessage":"too \#(String(repeating: "x", count: 9_999))"}}"#
                .utf8)
        let outcome = await Self.send([.init(status: 200, body: body)], batches: 3)
        #expect(outcome.posts == 3 && outcome.log.count == 2)
        #expect(outcome.log[0].contains("spans=3") && outcome.log[0].contains("too x") && outcome.log[0].count < 400)
        #expect(outcome.log[1].contains("spans=6"))
    }

    @Test func `the document is that of the protocol`() throws {
        let document = TraceDocument(resource: [("service.name", "postcard")], version: "1.0")
        var remote = Self.place
        remote.isRemote = true
        let bytes = document.bytes(of: [Self.span(parent: remote), Self.span()])
        let root = try bytes.withUnsafeBytes { try JSONValue(parsing: $0) }
        let resource = try #require(root["resourceSpans"]?.elements?.first)
        #expect(resource["resource"]?["attributes"]?.elements?.first?["key"]?.string == "service.name")
        let scope = try #require(resource["scopeSpans"]?.elements?.first)
        #expect(scope["scope"]?["name"]?.string == "postcard" && scope["scope"]?["version"]?.string == "1.0")
        let spans = try #require(scope["spans"]?.elements)
        #expect(spans.count == 2)
        let span = spans[0]
        #expect(span["traceId"]?.string == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(span["spanId"]?.string == "00f067aa0ba902b7" && span["parentSpanId"]?.string == "00f067aa0ba902b7")
        #expect(
            span["traceState"]?.string == "a=1" && span["flags"]?.integer == 0x301
                && spans[1]["flags"]?.integer == 0x101)
        #expect(span["name"]?.string == "GET /p/{preset}/{+picture} \"\n" && span["kind"]?.integer == 2)
        #expect(span["startTimeUnixNano"]?.string == "1795392803000000001")
        #expect(span["endTimeUnixNano"]?.string == "1795392803000000002")
        #expect(span["status"]?["code"]?.integer == 2 && spans[1]["parentSpanId"] == nil)
        let pairs = (span["attributes"]?.elements ?? []).map { ($0["key"]?.string ?? "", $0["value"]) }
        let values = Dictionary(uniqueKeysWithValues: pairs)
        #expect(values["text"]??["stringValue"]?.string == "a\"ü" && values["number"]??["intValue"]?.string == "200")
        #expect(values["flag"]??["boolValue"] == true && values["part"]??["doubleValue"]?.number == 0.5)
        #expect(values["many"]??["stringValue"]?.string != nil)
    }
}
