import CoreMetrics
import Synchronization

/// The metrics of the service, by swift-metrics: for its own text in the format of Prometheus, and for the metrics system of an
/// application that has one.
final class ServerMetrics: Sendable {
    /// The names of the values of a family: at most two labels.
    private struct Series: Hashable {
        let metric: Metric
        var first = ""
        var second = ""
    }

    private let registry = PrometheusRegistry()
    private let factory: any MetricsFactory
    /// True when an application gets the values too.
    let isObserved: Bool
    private let build: any MeterHandler
    private let inFlight = Atomic(0)
    private let counters = Mutex<[Series: any CounterHandler]>([:])
    private let timers = Mutex<[Series: any TimerHandler]>([:])
    private let meters = Mutex<[Series: any MeterHandler]>([:])

    /// - Parameters:
    ///   - version: that of the program.
    ///   - renderer: the version of its results.
    ///   - application: the metrics system of the application, such as `MetricsSystem.factory`.
    init(version: String = "", renderer: String = "", application: any MetricsFactory = NOOPMetricsHandler.instance) {
        isObserved = !(application is NOOPMetricsHandler)
        factory = isObserved ? MultiplexMetricsHandler(factories: [registry, application]) : registry
        build = factory.makeMeter(
            label: Metric.buildInfo.name, dimensions: [("version", version), ("renderer", renderer)])
        build.set(1.0)
        // A counter that begins at nought, and not with its first event, can be asked for its increase.
        for metric in [Metric.cacheHits, .cacheMisses, .responseBytes] { increment(Series(metric: metric), by: 0) }
        for origin in ResultOrigin.allCases { increment(Series(metric: .results, first: origin.rawValue), by: 0) }
        for reason in Overload.allCases { increment(Series(metric: .refusals, first: reason.rawValue), by: 0) }
        for stage in Stage.allCases { _ = timer(Series(metric: .stageDurations, first: stage.rawValue)) }
    }

    func began() { inFlight.add(1, ordering: .relaxed) }

    /// `route` is one of a few names, never a part of the URL: each has its own series.
    func ended(route: String, status: Int, seconds: Double, bytes: Int) {
        inFlight.subtract(1, ordering: .relaxed)
        increment(Series(metric: .responseBytes), by: bytes)
        increment(Series(metric: .requests, first: route, second: "\(status)"))
        timer(Series(metric: .requestDurations, first: route)).recordNanoseconds(Int64(seconds * 1e9))
    }

    /// Counts a picture that was answered.
    func count(_ origin: ResultOrigin) {
        increment(Series(metric: origin == .made || origin == .shared ? .cacheMisses : .cacheHits))
        increment(Series(metric: .results, first: origin.rawValue))
    }

    func count(_ refusal: Overload) { increment(Series(metric: .refusals, first: refusal.rawValue)) }

    func count(_ outcome: SourceOutcome, from kind: String) {
        increment(Series(metric: .sourceRequests, first: kind, second: outcome.rawValue))
    }

    /// Counts an exchange with the shared store: `.sharedReads` or `.sharedWrites`.
    func count(_ metric: Metric, outcome: String) { increment(Series(metric: metric, first: outcome)) }

    /// Adds the time that a result spent in a stage.
    func record(_ stage: Stage, _ time: Duration) {
        timer(Series(metric: .stageDurations, first: stage.rawValue)).recordNanoseconds(Int64(time / .nanoseconds(1)))
    }

    /// Does the work of a stage.
    func measure<Result>(_ stage: Stage, _ work: () async throws -> Result) async rethrows -> Result {
        let began = ContinuousClock.now
        defer { record(stage, ContinuousClock.now - began) }
        return try await work()
    }

    /// Tells the metrics system of the application, too, what gauges say.
    func publish(_ readings: [GaugeReading]) {
        for (metric, value) in readings + [(.requestsInFlight, inFlight.load(ordering: .relaxed))] {
            Self.handler(Series(metric: metric), in: meters, make: factory.makeMeter).set(Double(value))
        }
    }

    /// Text exposition format 0.0.4.
    func text(_ readings: [GaugeReading]) -> String {
        publish(readings)
        return registry.text()
    }
}

extension ServerMetrics {
    private static func labels(_ series: Series) -> [(String, String)] {
        let names: (String, String?)? =
            switch series.metric {
            case .requests: ("route", "status")
            case .requestDurations: ("route", nil)
            case .stageDurations: ("stage", nil)
            case .results: ("from", nil)
            case .sourceRequests: ("kind", "outcome")
            case .sharedReads, .sharedWrites: ("outcome", nil)
            case .refusals: ("reason", nil)
            default: nil
            }
        guard let names else { return [] }
        return [(names.0, series.first)] + (names.1.map { [($0, series.second)] } ?? [])
    }

    private func increment(_ series: Series, by amount: Int = 1) {
        Self.handler(series, in: counters, make: factory.makeCounter).increment(by: Int64(amount))
    }

    private func timer(_ series: Series) -> any TimerHandler {
        Self.handler(series, in: timers, make: factory.makeTimer)
    }

    /// The handler of a series, which is made when it is first asked for.
    private static func handler<Handler: Sendable>(
        _ series: Series, in handlers: borrowing Mutex<[Series: Handler]>,
        make: (_ label: String, _ dimensions: [(String, String)]) -> Handler
    ) -> Handler {
        handlers.withLock { handlers in
            if let known = handlers[series] { return known }
            let made = make(series.metric.name, labels(series))
            handlers[series] = made
            return made
        }
    }
}
