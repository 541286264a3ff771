import Testing

@testable import PostcardServer

@Suite struct TraceSettingsTests {
    private static func settings(_ variables: [String: String]) -> TraceSettings? {
        TraceSettings(environment: variables, version: "1.2", instance: "abc")
    }

    private static func settings(with variables: [String: String]) throws -> TraceSettings {
        var all = ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"]
        all.merge(variables) { _, new in new }
        return try #require(settings(all))
    }

    @Test(arguments: [
        [:], ["OTEL_SERVICE_NAME": "x"], ["OTEL_EXPORTER_OTLP_ENDPOINT": ""],
        ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a:1", "OTEL_SDK_DISABLED": "true"],
    ])
    func `nobody is traced unasked`(variables: [String: String]) {
        #expect(Self.settings(variables) == nil)
    }

    @Test(arguments: [
        (["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a:4318"], "http://a:4318/v1/traces"),
        (["OTEL_EXPORTER_OTLP_ENDPOINT": "https://a/otlp/"], "https://a/otlp/v1/traces"),
        (["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://b:1/x"], "http://b:1/x"),
        (
            ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a:1", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://b:1/x"],
            "http://b:1/x"
        ),
        (["OTEL_TRACES_EXPORTER": "otlp"], "http://localhost:4318/v1/traces"),
        (
            ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://a:1", "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"],
            "http://a:1/v1/traces"
        ),
        (
            [
                "OTEL_EXPORTER_OTLP_ENDPOINT": "http://a:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
                "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/json",
                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://a:4318/v1/traces",
            ], "http://a:4318/v1/traces"
        ),
    ])
    func `spans go where the variables of OpenTelemetry say`(variables: [String: String], address: String) throws {
        let settings = try #require(Self.settings(variables))
        #expect(settings.endpoint == address && settings.warnings.isEmpty)
    }

    @Test func `traces are passed on without being sent where the exporter is none`() throws {
        let settings = try Self.settings(with: ["OTEL_TRACES_EXPORTER": "none"])
        #expect(settings.endpoint == nil && settings.warnings.isEmpty)
    }

    @Test(arguments: [
        ["OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318"], ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://"],
        ["OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"], ["OTEL_TRACES_EXPORTER": "zipkin"],
    ])
    func `what cannot be done is told of, and the service runs without`(variables: [String: String]) throws {
        let settings = try Self.settings(with: variables)
        #expect(settings.endpoint == nil && settings.warnings.count == 1)
    }

    @Test(arguments: [
        (["OTEL_EXPORTER_OTLP_TIMEOUT": "soon"], "OTEL_EXPORTER_OTLP_TIMEOUT"),
        (["OTEL_BSP_SCHEDULE_DELAY": "-1"], "DELAY"),
        (["OTEL_BSP_MAX_QUEUE_SIZE": "1000000000"], "QUEUE_SIZE"),
        (["OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "4096"], "BATCH_SIZE"),
        (["OTEL_TRACES_SAMPLER": "sometimes"], "sometimes"),
        (["OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": "2"], "SAMPLER_ARG"),
        (["OTEL_EXPORTER_OTLP_HEADERS": "no sign"], "HEADERS"), (["OTEL_EXPORTER_OTLP_HEADERS": "a b=1"], "HEADERS"),
        (["OTEL_EXPORTER_OTLP_HEADERS": "a=1%0d%0ab:2"], "HEADERS"), (["OTEL_RESOURCE_ATTRIBUTES": "=1"], "RESOURCE"),
    ])
    func `a wrong value is told of and passed over`(variables: [String: String], word: String) throws {
        let settings = try Self.settings(with: variables)
        let usual = try Self.settings(with: [:])
        #expect(settings.warnings.count == 1 && settings.warnings[0].contains(word), "\(settings.warnings)")
        #expect(settings.endpoint == usual.endpoint && settings.timeout == usual.timeout && settings.headers.isEmpty)
        #expect(settings.delay == usual.delay && settings.queueLimit == 2_048 && settings.batchLimit == 512)
        #expect(settings.sampler.ratio == 1 && settings.resource == usual.resource)
    }

    @Test(
        arguments: [
            ("always_on", nil, 1, false), ("always_off", nil, 0, false), ("traceidratio", "0.25", 0.25, false),
            ("traceidratio", nil, 1, false), ("parentbased_always_on", "0.1", 1, true),
            ("parentbased_always_off", nil, 0, true),
            ("parentbased_traceidratio", "1e-3", 0.001, true),
        ] as [(String, String?, Double, Bool)])
    func `samplers are those of OpenTelemetry`(name: String, argument: String?, ratio: Double, follows: Bool) throws {
        let settings = try Self.settings(
            with: ["OTEL_TRACES_SAMPLER": name, "OTEL_TRACES_SAMPLER_ARG": argument ?? ""])
        #expect(settings.sampler == TraceSampler(ratio: ratio, followsParent: follows) && settings.warnings.isEmpty)
    }

    @Test func `names, headers and times are read`() throws {
        let settings = try Self.settings(with: [
            "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment=prod, service.name=other ,k8s.pod.name=a%2Cb",
            "OTEL_SERVICE_NAME": "pictures", "OTEL_EXPORTER_OTLP_HEADERS": "x-a=1",
            "OTEL_EXPORTER_OTLP_TRACES_HEADERS": "authorization=Basic%20abc=,x-b = 2",
            "OTEL_EXPORTER_OTLP_TIMEOUT": "10",
            "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT": "20", "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip",
            "OTEL_BSP_SCHEDULE_DELAY": "30", "OTEL_BSP_EXPORT_TIMEOUT": "40", "OTEL_BSP_MAX_QUEUE_SIZE": "100",
        ])
        #expect(settings.warnings.isEmpty)
        #expect(settings.headers.map(\.name) == ["authorization", "x-b"])
        #expect(settings.headers.map(\.value) == ["Basic abc=", "2"])
        #expect(settings.resource["service.name"] == "pictures" && settings.resource["k8s.pod.name"] == "a,b")
        #expect(settings.resource["service.version"] == "1.2" && settings.resource["service.instance.id"] == "abc")
        #expect(settings.resource["telemetry.sdk.language"] == "swift" && settings.isCompressed)
        #expect(settings.timeout == .milliseconds(20) && settings.delay == .milliseconds(30))
        #expect(settings.exportTimeout == .milliseconds(40) && settings.queueLimit == 100 && settings.batchLimit == 100)
    }

    @Test func `the log names the host of a collector and no key in its address`() throws {
        let settings = try Self.settings(with: [
            "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://user:secret@collect.example.org:4318/key-1234?token=5678"
        ])
        #expect(settings.place == "https://collect.example.org:4318")
    }
}
