import PostcardCore
import CoreMetrics
import Synchronization

/// The metrics of the service, in Prometheus's text format, version 0.0.4, and in the application's metrics system if there is one.
final class ServerMetrics: Sendable {
    private let application: any MetricsFactory
    private let inFlight = Atomic(0)
    /// The values of each metric by label values, in the order of the labels.
    private let values = Mutex<[NameKey: [[String]: MetricValue]]>([:])

    /// - Parameters:
    ///   - version: the version of the program.
    ///   - renderer: the version of the renderer, which results depend on.
    ///   - application: the metrics system of the application, such as `MetricsSystem.factory`.
    init(version: String = "", renderer: String = "", application: any MetricsFactory = NOOPMetricsHandler.instance) {
        self.application = application
        value(.buildInfo, version, renderer).set(1)
        // Counters are present with the value 0 before their first event, so that increases can be computed.
        for metric in [Metric.cacheHits, .cacheMisses, .responseBytes] { value(metric).add(0) }
        for origin in ResultOrigin.allCases { value(.results, origin.rawValue).add(0) }
        for reason in Overload.allCases { value(.refusals, reason.rawValue).add(0) }
        for stage in Stage.allCases { _ = value(.stageDurations, stage.rawValue) }
    }

    /// True if the application has a metrics system.
    var isObserved: Bool { !(application is NOOPMetricsHandler) }

    private func value(_ metric: Metric, _ labels: String...) -> MetricValue {
        values.withLock { values in
            if let known = values[metric.name]?[labels] { return known }
            let made = MetricValue(metric, labels, application)
            values[metric.name, default: [:]][labels] = made
            return made
        }
    }

    func began() { inFlight.add(1, ordering: .relaxed) }

    /// Counts a completed request. `route` is the name of a route, never a part of the URL, since each value creates a time series.
    func ended(route: String, status: Int, seconds: Double, bytes: Int) {
        inFlight.subtract(1, ordering: .relaxed)
        value(.responseBytes).add(bytes)
        value(.requests, route, "\(status)").add(1)
        value(.requestDurations, route).record(nanoseconds: Int64(seconds * 1e9))
    }

    /// Counts a sent image by its origin.
    func count(_ origin: ResultOrigin) {
        value(origin == .made || origin == .shared ? .cacheMisses : .cacheHits).add(1)
        value(.results, origin.rawValue).add(1)
    }

    func count(_ refusal: Overload) { value(.refusals, refusal.rawValue).add(1) }

    func count(_ outcome: SourceOutcome, from kind: String) { value(.sourceRequests, kind, outcome.rawValue).add(1) }

    /// Counts an operation on the shared store; `metric` is `.sharedReads` or `.sharedWrites`.
    func count(_ metric: Metric, outcome: String) { value(metric, outcome).add(1) }

    /// Records the time that a stage took for a result.
    func record(_ stage: Stage, _ time: Duration) {
        value(.stageDurations, stage.rawValue).record(nanoseconds: Int64(time / .nanoseconds(1)))
    }

    /// Runs the work of a stage and records its time.
    func measure<Result>(_ stage: Stage, _ work: () async throws -> Result) async rethrows -> Result {
        let began = ContinuousClock.now
        defer { record(stage, ContinuousClock.now - began) }
        return try await work()
    }

    /// Sets the gauges, including those in the application's metrics system.
    func publish(_ readings: [Metric.Reading]) {
        for (metric, reading) in readings + [(.requestsInFlight, inFlight.load(ordering: .relaxed))] {
            value(metric).set(reading)
        }
    }

    /// Returns the text of all metrics, in the order of ``Metric/all``.
    func text(_ readings: [Metric.Reading]) -> String {
        publish(readings)
        let values = values.withLock { $0 }
        var text = ""
        for metric in Metric.all {
            guard let series = values[metric.name] else { continue }
            text += "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) \(metric.kind.rawValue)\n"
            for value in series.values.sorted(by: { $0.labels < $1.labels }) {
                value.write(to: &text, name: metric.name)
            }
        }
        return text
    }
}

// MARK: Values

/// The value of a metric for one set of label values: a number or a histogram.
private final class MetricValue: Sendable {
    private enum Handler: Sendable {
        case counter(any CounterHandler)
        case gauge(any MeterHandler)
        case histogram(any TimerHandler)
    }
    private struct State {
        /// The number, or the sum of a histogram in seconds.
        var number = 0.0
        var count = 0
        var buckets = [Int](repeating: 0, count: MetricValue.bounds.count)
    }
    /// The upper bounds of the histogram's buckets in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// The labels in the text format.
    let labels: String
    /// The handler of the application's metrics system.
    private let handler: Handler
    private let state = Mutex(State())

    init(_ metric: Metric, _ labels: [String], _ application: any MetricsFactory) {
        let dimensions = Array(zip(metric.labels, labels))
        handler =
            switch metric.kind {
            case .counter: .counter(application.makeCounter(label: metric.name, dimensions: dimensions))
            case .gauge: .gauge(application.makeMeter(label: metric.name, dimensions: dimensions))
            case .histogram: .histogram(application.makeTimer(label: metric.name, dimensions: dimensions))
            }
        self.labels = dimensions.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(name)=\"\(escaped)\""
        }.joined(separator: ",")
    }

    func add(_ amount: Int) {
        state.withLock { $0.number += Double(amount) }
        if case .counter(let counter) = handler { counter.increment(by: Int64(amount)) }
    }

    func set(_ value: Int) {
        state.withLock { $0.number = Double(value) }
        if case .gauge(let meter) = handler { meter.set(Double(value)) }
    }

    func record(nanoseconds: Int64) {
        let seconds = Double(nanoseconds) / 1e9
        state.withLock { state in
            if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) { state.buckets[bucket] += 1 }
            state.count += 1
            state.number += seconds
        }
        if case .histogram(let timer) = handler { timer.recordNanoseconds(nanoseconds) }
    }

    /// Appends the value's lines to a string.
    func write(to text: inout String, name: String) {
        let state = state.withLock { $0 }
        let all = labels.isEmpty ? "" : "{\(labels)}"
        guard case .histogram = handler else {
            text += "\(name)\(all) \(PrometheusText.number(state.number))\n"
            return
        }
        let prefix = labels.isEmpty ? "" : "\(labels),"
        var total = 0
        for (bound, count) in zip(Self.bounds, state.buckets) {
            total += count
            text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
        }
        text += "\(name)_bucket{\(prefix)le=\"+Inf\"} \(state.count)\n"
        text += "\(name)_sum\(all) \(PrometheusText.number(state.number))\n\(name)_count\(all) \(state.count)\n"
    }
}
