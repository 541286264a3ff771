import PostcardCore

extension Responder {
    /// The values of everything that is counted and limited, in the text format of Prometheus.
    var metricsText: String { metrics.text(gauges) + ProcessFacts.text() }

    /// Tells the metrics system of the application every few seconds what gauges say, until the task is cancelled.
    func publishMetrics() async throws {
        while true {
            metrics.publish(gauges)
            try await Task.sleep(for: .seconds(10))
        }
    }

    /// The values that are kept elsewhere, each beside its limit.
    var gauges: [GaugeReading] {
        let (pixels, sheets, sources) = (pictures.admission, pictures.sheets, pictures.source)
        let (fetches, fetched) = (sources.remote.fetching, sources.remote.bytes)
        let waiting = [pixels, sheets, sources.admission, fetches].map(\.load.waiting).reduce(0, +)
        return [
            (.queueDepth, waiting), (.queueLimit, configuration.queueLength),
            (.pixels, pixels.load.used + sheets.load.used), (.pixelLimit, pixels.total + sheets.total),
            (.sourceBytes, sources.admission.load.used), (.sourceByteLimit, sources.admission.total),
            (.fetches, fetches.load.used), (.fetchLimit, fetches.total),
            (.fetchedBytes, fetched.load.used), (.fetchedByteLimit, fetched.total),
            (.uploadBytes, uploads.load.used), (.uploadByteLimit, uploads.total),
            (.pendingBytes, responses.all.load.used), (.pendingByteLimit, responses.all.total),
            (.sharedWritesWaiting, pictures.results?.waitingCount ?? 0),
            (.sharedStorePaused, pictures.results.map { $0.isReachable ? 0 : 1 } ?? 0),
            (.cacheBytes, pictures.cache?.byteCount ?? 0),
            (.cacheByteLimit, pictures.cache == nil ? 0 : configuration.cacheBytes),
        ]
    }
}
