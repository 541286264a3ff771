internal import Synchronization

/// Counts what the service does, for the text format of Prometheus.
final class ServerMetrics: Sendable {
    private struct Series: Hashable {
        let route: String
        let status: Int
    }
    private struct Durations {
        var buckets = [Int](repeating: 0, count: ServerMetrics.bounds.count)
        var count = 0
        var sum = 0.0
    }
    /// Counters that are told apart by one label, whose values are a few words.
    enum Counter: CaseIterable {
        case results, sharedReads, sharedWrites

        fileprivate var name: String {
            switch self {
            case .results: "results_total"
            case .sharedReads: "shared_reads_total"
            case .sharedWrites: "shared_writes_total"
            }
        }

        fileprivate var label: String { self == .results ? "from" : "outcome" }

        fileprivate var help: String {
            switch self {
            case .results: "Pictures by where they came from."
            case .sharedReads: "Results that were looked for in the shared store."
            case .sharedWrites: "Results for the shared store."
            }
        }
    }

    private struct State {
        var counts: [Counter: [String: Int]] = [:]
        var requests: [Series: Int] = [:]
        var durations: [String: Durations] = [:]
        var bytes = 0
        var inFlight = 0
        var hits = 0
        var misses = 0
    }
    /// Seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let state = Mutex(State())

    func began() { state.withLock { $0.inFlight += 1 } }
    func count(_ counter: Counter, _ value: String) {
        state.withLock { $0.counts[counter, default: [:]][value, default: 0] += 1 }
    }

    func cacheHit() { state.withLock { $0.hits += 1 } }
    func cacheMiss() { state.withLock { $0.misses += 1 } }

    /// `route` is one of a few names, never a part of the URL: each has its own series.
    func ended(route: String, status: Int, seconds: Double, bytes: Int) {
        state.withLock { state in
            state.inFlight -= 1
            state.bytes += bytes
            state.requests[Series(route: route, status: status), default: 0] += 1
            var durations = state.durations[route] ?? Durations()
            if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) { durations.buckets[bucket] += 1 }
            durations.count += 1
            durations.sum += seconds
            state.durations[route] = durations
        }
    }

    /// Text exposition format 0.0.4. `gauges` are the name, help and value of each gauge that is kept elsewhere.
    func text(gauges: [(name: String, help: String, value: Int)]) -> String {
        let state = state.withLock { $0 }
        var text = ""
        func family(_ name: String, _ type: String, _ help: String) {
            text += "# HELP postcard_\(name) \(help)\n# TYPE postcard_\(name) \(type)\n"
        }
        func value(_ name: String, _ type: String, _ help: String, _ number: Int) {
            family(name, type, help)
            text += "postcard_\(name) \(number)\n"
        }
        family("http_requests_total", "counter", "Requests by route and status.")
        for (series, count) in state.requests.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            text += "postcard_http_requests_total{route=\"\(series.route)\",status=\"\(series.status)\"} \(count)\n"
        }
        family("http_request_duration_seconds", "histogram", "Time from the head of a request to its answer.")
        for (route, durations) in state.durations.sorted(by: { $0.key < $1.key }) {
            text += Self.histogram("http_request_duration_seconds", route, durations)
        }
        value("http_requests_in_flight", "gauge", "Requests that are being answered.", state.inFlight)
        value("http_response_bytes_total", "counter", "Bytes of the bodies of answers.", state.bytes)
        value("cache_hits_total", "counter", "Pictures that came from the cache.", state.hits)
        value("cache_misses_total", "counter", "Pictures that the cache did not have.", state.misses)
        for counter in Counter.allCases {
            guard let counts = state.counts[counter] else { continue }
            family(counter.name, "counter", counter.help)
            for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
                text += "postcard_\(counter.name){\(counter.label)=\"\(value)\"} \(count)\n"
            }
        }
        for gauge in gauges { value(gauge.name, "gauge", gauge.help, gauge.value) }
        return text
    }

    private static func histogram(_ name: String, _ route: String, _ durations: Durations) -> String {
        var text = ""
        var total = 0
        for (bound, count) in zip(bounds, durations.buckets) {
            total += count
            text += "postcard_\(name)_bucket{route=\"\(route)\",le=\"\(bound)\"} \(total)\n"
        }
        text += "postcard_\(name)_bucket{route=\"\(route)\",le=\"+Inf\"} \(durations.count)\n"
        text += "postcard_\(name)_sum{route=\"\(route)\"} \(durations.sum)\n"
        return text + "postcard_\(name)_count{route=\"\(route)\"} \(durations.count)\n"
    }
}
