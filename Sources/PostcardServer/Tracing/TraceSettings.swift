internal import HTTPTypes
internal import PlatformFoundation
internal import PostcardCore

/// The settings of traces, in the environment variables of OpenTelemetry.
///
/// As its specification asks, a wrong value is told of and passed over: traces are no reason not to serve.
struct TraceSettings {
    /// The address that takes spans; `nil` where traces are passed on and logged only.
    var endpoint: String?
    var headers: [(name: String, value: String)] = []
    var isCompressed = false
    /// For one request.
    var timeout = Duration.milliseconds(10_000)
    var sampler = TraceSampler()
    /// The attributes of the process, by name.
    var resource: [String: String] = [:]
    /// Spans that wait at most.
    var queueLimit = 2_048
    /// Spans of one request.
    var batchLimit = 512
    /// The time that a span waits for others.
    var delay = Duration.milliseconds(5_000)
    /// The time after which a batch is not tried again.
    var exportTimeout = Duration.milliseconds(30_000)
    /// The problems, for the log.
    private(set) var warnings: [String] = []

    private static let prefix = "OTEL_EXPORTER_OTLP_"

    /// Reads them; `nil` where nobody asked for traces.
    ///
    /// - Parameters:
    ///   - environment: all variables; empty ones count as not set.
    ///   - version: that of the program.
    ///   - instance: what tells this process from others.
    init?(environment: [String: String], version: String, instance: String) {
        let variables = environment.filter { !$0.value.isEmpty }
        guard variables["OTEL_SDK_DISABLED"]?.lowercased() != "true", Self.isWanted(variables) else { return nil }
        readEndpoint(variables)
        headers = readHeaders(variables)
        isCompressed = Self.exporter("COMPRESSION", variables) == "gzip"
        timeout = milliseconds(variables, "\(Self.prefix)TRACES_TIMEOUT", "\(Self.prefix)TIMEOUT") ?? timeout
        delay = milliseconds(variables, "OTEL_BSP_SCHEDULE_DELAY") ?? delay
        exportTimeout = milliseconds(variables, "OTEL_BSP_EXPORT_TIMEOUT") ?? exportTimeout
        queueLimit = number(variables, "OTEL_BSP_MAX_QUEUE_SIZE", 1...65_536) ?? queueLimit
        batchLimit = number(variables, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 1...queueLimit) ?? min(batchLimit, queueLimit)
        readSampler(variables)
        resource = ["service.name": "postcard", "service.version": version, "service.instance.id": instance]
        resource.merge(pairs(variables, "OTEL_RESOURCE_ATTRIBUTES")) { _, new in new }
        resource["service.name"] = variables["OTEL_SERVICE_NAME"] ?? resource["service.name"]
        resource.merge(
            [
                "telemetry.sdk.name": "postcard", "telemetry.sdk.language": "swift", "telemetry.sdk.version": version,
            ]
        ) { _, new in new }
    }

    /// The host of the address, for the log: some have their key in the path.
    var place: String {
        endpoint.flatMap { URL(string: $0) }.map {
            "\($0.scheme ?? "")://\($0.host ?? "")\($0.port.map { ":\($0)" } ?? "")"
        }
            ?? "none"
    }

    /// A variable of the exporter, as it is for traces or for all signals.
    private static func exporter(_ name: String, _ variables: [String: String]) -> String? {
        variables["\(prefix)TRACES_\(name)"] ?? variables["\(prefix)\(name)"]
    }

    /// Traces are sent where somebody says where to, or that they shall be.
    private static func isWanted(_ variables: [String: String]) -> Bool {
        variables["OTEL_TRACES_EXPORTER"] != nil || exporter("ENDPOINT", variables) != nil
    }

    private mutating func readEndpoint(_ variables: [String: String]) {
        let exporter = variables["OTEL_TRACES_EXPORTER"] ?? "otlp"
        guard exporter != "none" else { return }
        guard exporter == "otlp" else {
            return warn("OTEL_TRACES_EXPORTER is \(exporter); it can be otlp or none. Traces are not sent.")
        }
        guard Self.exporter("PROTOCOL", variables) != "grpc" else {
            return warn(
                "OTEL_EXPORTER_OTLP_PROTOCOL is grpc; traces are sent as http/json alone, which collectors take on port "
                    + "4318. Set OTEL_EXPORTER_OTLP_TRACES_PROTOCOL and OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.")
        }
        let own = variables["\(Self.prefix)TRACES_ENDPOINT"]
        let address = own ?? variables["\(Self.prefix)ENDPOINT"] ?? "http://localhost:4318"
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else { return warn("The endpoint of OTLP is not an http or https address. Traces are not sent.") }
        endpoint = own ?? "\(address.hasSuffix("/") ? String(address.dropLast()) : address)/v1/traces"
    }

    private mutating func readHeaders(_ variables: [String: String]) -> [(name: String, value: String)] {
        let own = "\(Self.prefix)TRACES_HEADERS"
        let name = variables[own] == nil ? "\(Self.prefix)HEADERS" : own
        let fields = pairs(variables, name)
        guard fields.allSatisfy({ HTTPField.Name($0.key) != nil && HTTPField.isValidValue($0.value) }) else {
            warn("\(name) has a name or a value that no header field can have. It is passed over.")
            return []
        }
        return fields.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    private mutating func readSampler(_ variables: [String: String]) {
        let name = variables["OTEL_TRACES_SAMPLER"] ?? "parentbased_always_on"
        let start = "parentbased_"
        sampler.followsParent = name.hasPrefix(start)
        switch name.hasPrefix(start) ? String(name.dropFirst(start.count)) : name {
        case "always_on": break
        case "always_off": sampler.ratio = 0
        case "traceidratio":
            guard let text = variables["OTEL_TRACES_SAMPLER_ARG"] else { return }
            guard let ratio = Double(text), (0...1).contains(ratio) else {
                return warn("OTEL_TRACES_SAMPLER_ARG is \(text); it must be 0 to 1. All traces are recorded.")
            }
            sampler.ratio = ratio
        default:
            sampler = TraceSampler()
            warn("OTEL_TRACES_SAMPLER is \(name), which is not known. All traces are recorded.")
        }
    }

    /// `name=value,name=value`, both percent-encoded; nothing of it where a part is wrong.
    private mutating func pairs(_ variables: [String: String], _ name: String) -> [String: String] {
        var pairs: [String: String] = [:]
        for part in (variables[name] ?? "").split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { PercentEncoding.decode($0.trimmingSpaces()) }
            guard sides.count == 2, let key = sides[0], let value = sides[1], !key.isEmpty else {
                warn("\(name) must be name=value,name=value. It is passed over.")
                return [:]
            }
            pairs[key] = value
        }
        return pairs
    }

    private mutating func milliseconds(_ variables: [String: String], _ names: String...) -> Duration? {
        names.first { variables[$0] != nil }.flatMap { number(variables, $0, 1...3_600_000) }.map { .milliseconds($0) }
    }

    private mutating func number(
        _ variables: [String: String], _ name: String, _ range: ClosedRange<Int>
    ) -> Int? {
        guard let text = variables[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            warn("\(name) is \(text); it must be \(range.lowerBound) to \(range.upperBound). It is passed over.")
            return nil
        }
        return number
    }

    private mutating func warn(_ text: String) { warnings.append(text) }
}
