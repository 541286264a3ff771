package import Logging
internal import Tracing

/// The traces of a process that are sent to a collector, as `OTEL_…` variables say.
package struct TraceExport: Sendable {
    /// The time that sending what waits may take when the service ends.
    private static let endingTime = Duration.seconds(5)

    private let queue: SpanQueue?
    private let sender: TraceSender?

    /// Installs the tracer of the process; once.
    ///
    /// - Parameters:
    ///   - environment: all variables.
    ///   - version: that of the program.
    ///   - userAgent: names the program to the collector.
    ///   - logger: told of wrong settings, and of spans that are lost.
    /// - Returns: `nil` where nobody asked for traces.
    package static func start(
        environment: [String: String], version: String, userAgent: String, logger: Logger
    ) -> TraceExport? {
        let instance = TraceContext.TraceID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
        guard let settings = TraceSettings(environment: environment, version: version, instance: "\(instance)")
        else { return nil }
        for warning in settings.warnings { logger.warning("traces", metadata: ["problem": "\(warning)"]) }
        let export = TraceExport(settings, version: version, userAgent: userAgent, logger: logger)
        InstrumentationSystem.bootstrap(SpanRecorder(settings.sampler) { [queue = export.queue] in queue?.add($0) })
        logger.notice("traces", metadata: ["collector": "\(settings.place)"])
        return export
    }

    private init(_ settings: TraceSettings, version: String, userAgent: String, logger: Logger) {
        guard let endpoint = settings.endpoint else {
            (queue, sender) = (nil, nil)
            return
        }
        let collector = TraceCollector(at: endpoint, settings, userAgent: userAgent)
        let resource = settings.resource.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let sender = TraceSender(
            TraceDocument(resource: resource, version: version), limit: settings.exportTimeout, logger: logger
        ) { try await collector.post($0) }
        self.sender = sender
        queue = SpanQueue(limit: settings.queueLimit, batchLimit: settings.batchLimit, delay: settings.delay) {
            await sender.send($0, dropped: $1)
        }
    }

    /// Sends what waits, for a few seconds at most.
    package func end() async {
        guard let queue, let sender else { return }
        sender.end(unsent: await queue.end(within: Self.endingTime))
    }
}
