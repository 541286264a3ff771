import CoreMetrics
import Synchronization

/// The metrics of the service, by swift-metrics: for its own text in the format of Prometheus, and for the metrics system of an
/// application that has one.
final class ServerMetrics: Sendable {
    /// The values of a family with the same labels.
    private struct Series: Hashable {
        let name: String
        /// The values of the labels, in their order.
        let labels: [String]
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
        for metric in [Metric.cacheHits, .cacheMisses, .responseBytes] { increment(metric, by: 0) }
        for origin in ResultOrigin.allCases { increment(.results, origin.rawValue, by: 0) }
        for reason in Overload.allCases { increment(.refusals, reason.rawValue, by: 0) }
        for stage in Stage.allCases { _ = timer(.stageDurations, stage.rawValue) }
    }

    func began() { inFlight.add(1, ordering: .relaxed) }

    /// `route` is one of a few names, never a part of the URL: each has its own series.
    func ended(route: String, status: Int, seconds: Double, bytes: Int) {
        inFlight.subtract(1, ordering: .relaxed)
        increment(.responseBytes, by: bytes)
        increment(.requests, route, "\(status)")
        timer(.requestDurations, route).recordNanoseconds(Int64(seconds * 1e9))
    }

    /// Counts a picture that was answered.
    func count(_ origin: ResultOrigin) {
        increment(origin == .made || origin == .shared ? .cacheMisses : .cacheHits)
        increment(.results, origin.rawValue)
    }

    func count(_ refusal: Overload) { increment(.refusals, refusal.rawValue) }

    func count(_ outcome: SourceOutcome, from kind: String) {
        increment(.sourceRequests, kind, outcome.rawValue)
    }

    /// Counts an exchange with the shared store: `.sharedReads` or `.sharedWrites`.
    func count(_ metric: Metric, outcome: String) { increment(metric, outcome) }

    /// Adds the time that a result spent in a stage.
    func record(_ stage: Stage, _ time: Duration) {
        timer(.stageDurations, stage.rawValue).recordNanoseconds(Int64(time / .nanoseconds(1)))
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
            Self.handler(metric, [], in: meters, make: factory.makeMeter).set(Double(value))
        }
    }

    /// Text exposition format 0.0.4.
    func text(_ readings: [GaugeReading]) -> String {
        publish(readings)
        return registry.text()
    }
}

extension ServerMetrics {
    private func increment(_ metric: Metric, _ labels: String..., by amount: Int = 1) {
        Self.handler(metric, labels, in: counters, make: factory.makeCounter).increment(by: Int64(amount))
    }

    private func timer(_ metric: Metric, _ labels: String...) -> any TimerHandler {
        Self.handler(metric, labels, in: timers, make: factory.makeTimer)
    }

    /// The handler of a series, which is made when it is first asked for.
    private static func handler<Handler: Sendable>(
        _ metric: Metric, _ labels: [String], in handlers: borrowing Mutex<[Series: Handler]>,
        make: (_ label: String, _ dimensions: [(String, String)]) -> Handler
    ) -> Handler {
        let series = Series(name: metric.name, labels: labels)
        return handlers.withLock { handlers in
            if let known = handlers[series] { return known }
            let made = make(metric.name, Array(zip(metric.labels, labels)))
            handlers[series] = made
            return made
        }
    }
}
