import InMemoryTracing
import Logging
import NIOHTTP1
import PostcardTestSupport
import Testing
import Tracing

@testable import PostcardServer

/// Spans of a service that runs.
@Suite struct RequestTraceTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private typealias Spans = Shared<[RecordedSpan.Ended]>

    /// Runs a service that is traced by our own tracer, with a cache and one picture.
    private static func traced(
        _ spans: Spans, log: Shared<[String]> = Shared([]), sampler: TraceSampler = TraceSampler(),
        store: ObjectStore? = nil, _ change: @escaping (inout ServerConfiguration) -> Void = { _ in },
        do test: (RunningServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "pictures/a.jpg")
        let recorder = SpanRecorder(sampler) { span in spans.change { $0.append(span) } }
        try await InstrumentationSystem.with(recorder) {
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
    }

    private static func attribute(_ name: String, _ span: RecordedSpan.Ended?) -> String? {
        switch span?.attributes.get(name) {
        case .string(let text): text
        case .int64(let number): "\(number)"
        default: nil
        }
    }

    /// Checks that all spans are of one trace, each within its parent, and gives the names of each one's children.
    private static func tree(_ spans: [RecordedSpan.Ended]) throws -> [String: [String]] {
        let byID = Dictionary(uniqueKeysWithValues: spans.map { ($0.place.spanID, $0) })
        var tree: [String: [String]] = [:]
        for span in spans {
            #expect(span.place.traceID == spans[0].place.traceID)
            guard let parent = span.parent, !parent.isRemote else { continue }
            let above = try #require(byID[parent.spanID])
            #expect(above.start <= span.start && span.end <= above.end, "\(span.name) in \(above.name)")
            tree[above.name, default: []].append(span.name)
        }
        return tree
    }

    @Test func `a picture's stages are spans below its request`() async throws {
        let spans = Spans([])
        try await Self.traced(spans) { server in
            let reply = try await server.get("/unsafe/32x/a.jpg")
            #expect(reply.status == 200)
        }
        #expect(try Self.tree(spans.value) == ["GET /unsafe/{rest}": ["source", "queue", "decode", "edit", "encode"]])
        let request = try #require(spans.value.last)
        #expect(request.kind == .server && request.parent == nil && !request.isError)
        #expect(Self.attribute("http.route", request) == "/unsafe/{rest}")
        #expect(Self.attribute("http.response.status_code", request) == "200")
        #expect(Self.attribute("postcard.result", request) == "made")
        #expect(Self.attribute("client.address", request) == "127.0.0.1")
    }

    @Test(arguments: [
        ("/images/crossroads/Fix/It.jpg", "GET /images/{address}", "queue edit decode"),
        ("/sheet.jpg?picture=a.jpg", "GET /sheet.{ext}", "queue source queue decode edit queue encode"),
    ])
    func `memes and sheets have them too`(target: String, name: String, stages: String) async throws {
        let spans = Spans([])
        try await Self.traced(spans) { server in
            let reply = try await server.get(target)
            #expect(reply.status == 200, "\(reply.text)")
        }
        #expect(spans.value.last?.name == name)
        let tree = try Self.tree(spans.value)
        let below = (tree[spans.value.last?.name ?? ""] ?? []) + (tree["edit"] ?? [])
        #expect(Set(below) == Set(stages.split(separator: " ").map(String.init)), "\(tree)")
    }

    @Test func `kept and ready answers are told apart, and the log has the id of the trace`() async throws {
        let (spans, log) = (Spans([]), Shared<[String]>([]))
        try await Self.traced(spans, log: log) { server in
            for _ in 0..<3 {
                let reply = try await server.get("/unsafe/32x/a.jpg", ["traceparent": Self.parent])
                #expect(reply.status == 200)
            }
        }
        let requests = spans.value.filter { $0.kind == .server }
        #expect(requests.map { Self.attribute("postcard.result", $0) } == ["made", "disk", "ready"])
        #expect(requests.allSatisfy { $0.parent?.spanID == 0x00f0_67aa_0ba9_02b7 && $0.parent?.isRemote == true })
        #expect(log.value.count { $0.contains("trace=4bf92f3577b34da6a3ce929d0e0e4736") } == 3)
    }

    @Test func `without a tracer nothing is traced and logged`() async throws {
        let (folder, log) = (try TemporaryFolder(), Shared<[String]>([]))
        try await RunningServer.with(folder, logger: Logger(label: "test") { _ in RecordingLogHandler(lines: log) }) {
            let reply = try await $0.get("/unsafe/32x/none.jpg", ["traceparent": Self.parent])
            #expect(reply.status == 404)
        }
        #expect(log.value.count == 1 && !log.value[0].contains("trace="))
    }

    @Test(arguments: ["/healthz", "/readyz", "/metrics", "/openapi.json"])
    func `what watches the service has no spans`(target: String) async throws {
        let spans = Spans([])
        try await Self.traced(spans) { server in
            let reply = try await server.get(target, ["traceparent": Self.parent])
            #expect(reply.status == 200)
        }
        #expect(spans.value.isEmpty)
    }

    @Test(arguments: [
        ("/unsafe/32x/secret-name.jpg?token=secret", 404),
        ("/secretsecretsecretsecretsecretsecret/32x/secret.jpg", 403),
        ("/unsafe/32x/http://x.example.org/secret?secret", 403), ("/images/secret/secret/secret.jpg", 404),
        ("/secret", 404),
    ])
    func `addresses are in no span`(target: String, status: Int) async throws {
        let spans = Spans([])
        try await Self.traced(spans) { server in
            let reply = try await server.get(target, ["Authorization": "Bearer secret", "Referer": "http://secret/"])
            #expect(reply.status == status)
        }
        let document = TraceDocument(resource: [], version: "1").bytes(of: spans.value)
        #expect(!spans.value.isEmpty)
        #expect(!String(decoding: document, as: UTF8.self).contains("secret"))
    }

    @Test(arguments: [("FOO", "HTTP", "_OTHER"), ("DELETE", "DELETE", "DELETE")])
    func `methods that somebody made up have no names of their own`(
        method: String, name: String, value: String
    ) async throws {
        let spans = Spans([])
        try await Self.traced(spans) { server in
            let reply = try await server.get("/nothing", method: HTTPMethod(rawValue: method))
            #expect(reply.status >= 400)
        }
        #expect(spans.value.first?.name == name)
        #expect(Self.attribute("http.request.method", spans.value.first) == value)
    }

    /// Has the service fetch a picture of another one, and gives the fields that the origin saw.
    private static func fetched(
        hosts: (_ port: Int) -> [String], spans: Spans = Spans([]), sampler: TraceSampler = TraceSampler()
    ) async throws -> [String: String] {
        let seen = Shared<[[String: String]]>([])
        let picture = try TestPicture.jpeg()
        let origin = try await TestHTTPServer { request in
            seen.change { $0.append(request.headers) }
            return TestHTTPReply(body: picture)
        }
        let allowed = hosts(origin.port)
        try await Self.traced(
            spans, sampler: sampler,
            {
                $0.allowedHosts = allowed
                $0.allowsPrivateAddresses = true
            }
        ) { server in
            let reply = try await server.get(
                "/unsafe/32x/http://127.0.0.1:\(origin.port)/a.jpg",
                ["traceparent": Self.parent, "tracestate": "rojo=1"])
            #expect(reply.status == 200)
        }
        await origin.stop()
        return try #require(seen.value.first)
    }

    @Test func `an origin that the settings name sees the trace go on`() async throws {
        let spans = Spans([])
        let seen = try await Self.fetched(hosts: { ["127.0.0.1:\($0)"] }, spans: spans)
        let source = try #require(spans.value.first { $0.kind == .client })
        #expect(seen["traceparent"] == source.place.parent && seen["tracestate"] == "rojo=1")
        #expect(source.name == "source" && Self.attribute("server.address", source) == "127.0.0.1")
        #expect(Self.attribute("postcard.bytes", source) == "\(try TestPicture.jpeg().count)")
        #expect(try Self.tree(spans.value).values.joined().contains("source"))
    }

    @Test func `strangers see nothing of it`() async throws {
        let spans = Spans([])
        let seen = try await Self.fetched(hosts: { ["*:\($0)"] }, spans: spans)
        #expect(seen["traceparent"] == nil && seen["tracestate"] == nil)
        #expect(spans.value.contains { $0.kind == .client })
    }

    @Test func `a trace that is not recorded goes on to origins as one that is not`() async throws {
        let spans = Spans([])
        let seen = try await Self.fetched(
            hosts: { ["127.0.0.1:\($0)"] }, spans: spans, sampler: TraceSampler(ratio: 0, followsParent: false))
        #expect(seen["traceparent"]?.hasPrefix("00-4bf92f3577b34da6a3ce929d0e0e4736-") == true)
        #expect(seen["traceparent"]?.hasSuffix("-00") == true && spans.value.isEmpty)
    }

    @Test func `an application's own tracer gets the spans`() async throws {
        let tracer = InMemoryTracer()
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try await InstrumentationSystem.with(tracer) {
            try await RunningServer.with(folder) { server in
                let reply = try await server.get(
                    "/unsafe/32x/a.jpg", ["in-memory-trace-id": "t", "in-memory-span-id": "s"])
                #expect(reply.status == 200)
            }
        }
        let spans = tracer.finishedSpans
        let request = try #require(spans.last)
        #expect(request.operationName == "GET /unsafe/{rest}" && request.traceID == "t")
        #expect(spans.dropLast().map(\.operationName) == ["source", "queue", "decode", "edit", "encode"])
        // Threads know nothing of tasks: that stages lie below their request tells that it was carried there.
        #expect(spans.dropLast().allSatisfy { $0.parentSpanID == request.spanID && $0.traceID == "t" })
    }

    @Test func `the shared store is asked and written to within the trace`() async throws {
        let store = try await ObjectStore()
        let spans = Spans([])
        try await Self.traced(
            spans, store: store,
            {
                $0.results = "s3://results/site"
                $0.resultsFor = "all"
            }
        ) { server in
            let reply = try await server.get("/unsafe/32x/a.jpg")
            #expect(reply.status == 200)
            await server.results?.end()
        }
        await store.server.stop()
        let stored = spans.value.filter { $0.name == "store" }
        #expect(stored.map { Self.attribute("postcard.operation", $0) } == ["read", "write"])
        let request = try #require(spans.value.first { $0.kind == .server })
        #expect(stored.allSatisfy { $0.parent?.spanID == request.place.spanID && $0.kind == .client })
        #expect(stored.allSatisfy { Self.attribute("aws.s3.bucket", $0) == "results" && !$0.isError })
    }
}

extension InstrumentationSystem {
    /// Runs a test with a tracer of its own.
    fileprivate static func with(_ tracer: any Tracer, _ test: () async throws -> Void) async throws {
        try await withTracer(tracer) { () async throws in try await test() }
    }
}
