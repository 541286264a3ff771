import InMemoryTracing
import Logging
import NIOHTTP1
import PostcardTestSupport
import Testing
import Tracing

@testable import PostcardServer

/// Spans of a running service, and traces that continue through it.
@Suite struct RequestTraceTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00-\(trace)-00f067aa0ba902b7-01"

    /// Runs a service with a cache, one image, and optionally a tracer.
    private static func traced(
        _ tracer: (any Tracer)?, log: Shared<[String]> = Shared([]), store: ObjectStore? = nil,
        _ change: @escaping (inout ServerConfiguration) -> Void = { _ in },
        do test: (RunningServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "pictures/a.jpg")
        func run() async throws {
            try await RunningServer.with(
                folder,
                {
                    $0.images = [folder.path("pictures")]
                    $0.cache = folder.path("cache")
                    change(&$0)
                },
                logger: Logger(label: "test") { _ in RecordingLogHandler(lines: log) }, objects: store?.environment,
                do: test)
        }
        guard let tracer else { return try await run() }
        try await InstrumentationSystem.with(tracer, run)
    }

    private static func attribute(_ name: String, _ span: FinishedInMemorySpan?) -> String? {
        switch span?.attributes.get(name) {
        case .string(let text): text
        case .int64(let number): "\(number)"
        default: nil
        }
    }

    /// Checks that all spans belong to one trace and that each span is within its parent. Returns the names of each span's children.
    private static func tree(_ spans: [FinishedInMemorySpan]) throws -> [String: [String]] {
        let byID = Dictionary(uniqueKeysWithValues: spans.map { ($0.spanID, $0) })
        var tree: [String: [String]] = [:]
        for span in spans {
            #expect(span.traceID == spans[0].traceID)
            guard span.kind != .server else { continue }
            let above = try #require(span.parentSpanID.flatMap { byID[$0] })
            #expect(
                above.startInstant.nanosecondsSinceEpoch <= span.startInstant.nanosecondsSinceEpoch
                    && span.endInstant.nanosecondsSinceEpoch <= above.endInstant.nanosecondsSinceEpoch,
                "\(span.operationName) in \(above.operationName)")
            tree[above.operationName, default: []].append(span.operationName)
        }
        return tree
    }

    @Test func `an image's stages are child spans of its request`() async throws {
        let tracer = InMemoryTracer()
        try await Self.traced(tracer) { server in
            let reply = try await server.get("/unsafe/32x/a.jpg")
            #expect(reply.status == 200)
        }
        #expect(
            try Self.tree(tracer.finishedSpans) == [
                "GET /unsafe/{rest}": ["source", "queue", "decode", "edit", "encode"]
            ])
        let request = try #require(tracer.finishedSpans.last)
        #expect(request.kind == .server && request.parentSpanID == nil && request.status == nil)
        expectEqual(Self.attribute("http.route", request), "/unsafe/{rest}")
        expectEqual(Self.attribute("http.response.status_code", request), "200")
        expectEqual(Self.attribute("postcard.result", request), "made")
        expectEqual(Self.attribute("client.address", request), "127.0.0.1")
    }

    @Test(arguments: [
        ("/images/crossroads/Fix/It.jpg", "GET /images/{address}", "queue decode edit encode"),
        ("/sheet.jpg?picture=a.jpg", "GET /sheet.{ext}", "queue source queue decode edit queue encode"),
    ])
    func `memes and sheets have spans too`(target: String, name: String, stages: String) async throws {
        let tracer = InMemoryTracer()
        try await Self.traced(tracer) { server in
            let reply = try await server.get(target)
            #expect(reply.status == 200, "\(reply.text)")
        }
        #expect(tracer.finishedSpans.last?.operationName == name)
        let tree = try Self.tree(tracer.finishedSpans)
        #expect(Set(tree[name] ?? []) == Set(stages.split(separator: " ").map(String.init)), "\(tree)")
    }

    @Test func `memory results and ready responses are distinguished, and the log contains the tracer's id`()
        async throws
    {
        let (tracer, log) = (ParentTracer(), Shared<[String]>([]))
        try await Self.traced(tracer, log: log) { server in
            for _ in 0..<3 {
                let reply = try await server.get("/unsafe/32x/a.jpg", ["traceparent": Self.parent])
                #expect(reply.status == 200)
            }
        }
        let requests = tracer.spans.finishedSpans.filter { $0.kind == .server }
        #expect(requests.map { Self.attribute("postcard.result", $0) } == ["made", "memory", "ready"])
        #expect(requests.allSatisfy { $0.parentSpanID == "00f067aa0ba902b7" })
        #expect(log.value.count { $0.contains("trace=\(Self.trace)") } == 3)
    }

    @Test func `without a tracer, the log contains the id from the request, even for cached responses`() async throws {
        let log = Shared<[String]>([])
        try await Self.traced(nil, log: log) { server in
            for _ in 0..<3 {
                let reply = try await server.get("/unsafe/32x/a.jpg", ["traceparent": Self.parent])
                #expect(reply.status == 200)
            }
            let reply = try await server.get("/unsafe/32x/a.jpg")
            #expect(reply.status == 200)
        }
        #expect(log.value.map { $0.contains("trace=\(Self.trace)") } == [true, true, true, false])
    }

    @Test(arguments: ["/healthz", "/readyz", "/metrics", "/openapi.json"])
    func `monitoring requests have no spans`(target: String) async throws {
        let tracer = InMemoryTracer()
        try await Self.traced(tracer) { server in
            let reply = try await server.get(target, ["traceparent": Self.parent])
            #expect(reply.status == 200)
        }
        #expect(tracer.finishedSpans.isEmpty)
    }

    @Test(arguments: [
        ("/unsafe/32x/secret-name.jpg?token=secret", 404),
        ("/secretsecretsecretsecretsecretsecret/32x/secret.jpg", 403),
        ("/unsafe/32x/http://x.example.org/secret?secret", 403), ("/images/secret/secret/secret.jpg", 404),
        ("/secret", 404),
    ])
    func `spans contain no URLs`(target: String, status: Int) async throws {
        let tracer = InMemoryTracer()
        try await Self.traced(tracer) { server in
            let reply = try await server.get(target, ["Authorization": "Bearer secret", "Referer": "http://secret/"])
            #expect(reply.status == status)
        }
        #expect(!tracer.finishedSpans.isEmpty)
        for span in tracer.finishedSpans {
            var texts = [span.operationName, span.status?.message ?? ""] + span.errors.map { "\($0)" }
            span.attributes.forEach { texts.append("\($0) \($1)") }
            #expect(!texts.joined(separator: "\n").contains("secret"), "\(texts)")
        }
    }

    @Test(arguments: [("FOO", "HTTP", "_OTHER"), ("DELETE", "DELETE", "DELETE")])
    func `unknown methods share one name`(
        method: String, name: String, value: String
    ) async throws {
        let tracer = InMemoryTracer()
        try await Self.traced(tracer) { server in
            let reply = try await server.get("/nothing", method: HTTPMethod(rawValue: method))
            #expect(reply.status >= 400)
        }
        #expect(tracer.finishedSpans.first?.operationName == name)
        #expect(Self.attribute("http.request.method", tracer.finishedSpans.first) == value)
    }

    /// Makes the service fetch an image from an origin, and returns the headers that the origin received.
    private static func fetched(
        hosts: (_ port: Int) -> [String], tracer: (any Tracer)? = nil, parent: String = parent, state: String = "rojo=1"
    ) async throws -> [String: String] {
        let seen = Shared<[[String: String]]>([])
        let picture = try TestPicture.jpeg()
        let origin = try await TestHTTPServer { request in
            seen.change { $0.append(request.headers) }
            return TestHTTPReply(body: picture)
        }
        let allowed = hosts(origin.port)
        try await Self.traced(
            tracer,
            {
                $0.allowedHosts = allowed
                $0.allowsPrivateAddresses = true
            }
        ) { server in
            let reply = try await server.get(
                "/unsafe/32x/http://127.0.0.1:\(origin.port)/a.jpg", ["traceparent": parent, "tracestate": state])
            #expect(reply.status == 200)
        }
        await origin.stop()
        return try #require(seen.value.first)
    }

    @Test func `the trace continues at origins in the settings`() async throws {
        let tracer = ParentTracer()
        let seen = try await Self.fetched(hosts: { ["127.0.0.1:\($0)"] }, tracer: tracer)
        let spans = tracer.spans.finishedSpans
        let source = try #require(spans.first { $0.kind == .client })
        #expect(seen["traceparent"] == "00-\(Self.trace)-\(source.spanID)-01")
        #expect(source.operationName == "source" && Self.attribute("server.address", source) == "127.0.0.1")
        #expect(Self.attribute("postcard.bytes", source) == "\(try TestPicture.jpeg().count)")
        #expect(try Self.tree(spans).values.joined().contains("source"))
    }

    @Test(arguments: [
        (parent, "rojo=1", "rojo=1"), ("01-\(trace)-00f067aa0ba902b7-ff", "rojo=1", "rojo=1"),
        (parent, "rojo=\(String(repeating: "x", count: 508))", nil),
    ])
    func `without a tracer, trace headers are passed on unchanged`(parent: String, state: String, passed: String?)
        async throws
    {
        let seen = try await Self.fetched(hosts: { ["127.0.0.1:\($0)"] }, parent: parent, state: state)
        #expect(seen["traceparent"] == parent && seen["tracestate"] == passed)
    }

    @Test(arguments: [
        "", "00", "ff-\(trace)-00f067aa0ba902b7-01", "00-\(trace)-00f067aa0ba902b7-01-",
        "00-\(trace)-00f067aa0ba902b7-011",
        "00-\(trace)-0000000000000000-01", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-\(trace.uppercased())-00f067aa0ba902b7-01", "00_\(trace)_00f067aa0ba902b7_01",
        "00-\(trace)-00f067aa0ba902b7-0g",
        "\(parent), \(parent)",
    ])
    func `invalid trace headers are not passed on`(parent: String) async throws {
        let seen = try await Self.fetched(hosts: { ["127.0.0.1:\($0)"] }, parent: parent)
        #expect(seen["traceparent"] == nil && seen["tracestate"] == nil)
    }

    @Test(arguments: [true, false])
    func `other servers get no trace headers`(hasTracer: Bool) async throws {
        let tracer = ParentTracer()
        let seen = try await Self.fetched(hosts: { ["*:\($0)"] }, tracer: hasTracer ? tracer : nil)
        #expect(seen["traceparent"] == nil && seen["tracestate"] == nil)
        #expect(tracer.spans.finishedSpans.contains { $0.kind == .client } == hasTracer)
    }

    @Test func `the application's tracer receives the spans`() async throws {
        let tracer = InMemoryTracer()
        try await Self.traced(tracer) { server in
            let reply = try await server.get(
                "/unsafe/32x/a.jpg", ["in-memory-trace-id": "t", "in-memory-span-id": "s"])
            #expect(reply.status == 200)
        }
        let spans = tracer.finishedSpans
        let request = try #require(spans.last)
        #expect(request.operationName == "GET /unsafe/{rest}" && request.traceID == "t")
        #expect(spans.dropLast().map(\.operationName) == ["source", "queue", "decode", "edit", "encode"])
        // Threads do not inherit the task's context. Stages are children of their request only if it was passed on.
        #expect(spans.dropLast().allSatisfy { $0.parentSpanID == request.spanID && $0.traceID == "t" })
    }

    @Test func `reads from and writes to the shared store are in the trace`() async throws {
        let store = try await ObjectStore()
        let tracer = InMemoryTracer()
        try await Self.traced(
            tracer, store: store,
            {
                $0.results = "s3://results/site"
                $0.sharedResults = .all
            }
        ) { server in
            let reply = try await server.get("/unsafe/32x/a.jpg")
            #expect(reply.status == 200)
            await server.results?.end()
        }
        await store.server.stop()
        let stored = tracer.finishedSpans.filter { $0.operationName == "store" }
        #expect(stored.map { Self.attribute("postcard.operation", $0) } == ["read", "write"])
        let request = try #require(tracer.finishedSpans.first { $0.kind == .server })
        #expect(stored.allSatisfy { $0.parentSpanID == request.spanID && $0.kind == .client })
        #expect(stored.allSatisfy { Self.attribute("aws.s3.bucket", $0) == "results" && $0.status == nil })
    }
}

extension InstrumentationSystem {
    /// Runs a test with a separate tracer.
    fileprivate static func with(_ tracer: any Tracer, _ test: () async throws -> Void) async throws {
        try await withTracer(tracer) { () async throws in try await test() }
    }
}

/// A tracer that passes traces on in W3C's format.
private struct ParentTracer: Tracer {
    let spans: InMemoryTracer

    init() {
        spans = InMemoryTracer(idGenerator: .init(nextTraceID: { Self.id(32) }, nextSpanID: { Self.id(16) }))
    }

    private static func id(_ digits: Int) -> String {
        let text = String(UInt64.random(in: 1 ... .max), radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> InMemorySpan {
        spans.startSpan(
            operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line
        )
    }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        let parts = extractor.extract(key: "traceparent", from: carrier)?.split(separator: "-").map(String.init) ?? []
        guard parts.count == 4 else { return }
        context.inMemorySpanContext = InMemorySpanContext(traceID: parts[1], spanID: parts[2], parentSpanID: nil)
    }

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let place = context.inMemorySpanContext else { return }
        injector.inject("00-\(place.traceID)-\(place.spanID)-01", forKey: "traceparent", into: &carrier)
    }

    func forceFlush() {}
}
