import HTTPTypes
import Logging
import Tracing

/// Records completed requests in metrics, the log and traces.
struct RequestLog: Sendable {
    let metrics: ServerMetrics
    let logger: Logger
    /// The tracer of the application; `nil` if there is none.
    let tracer: (any Tracer)?
    /// True if clients reach the service over TLS.
    let isSecure: Bool

    /// Records the end of a request.
    func end(_ exchange: Exchange, at now: ContinuousClock.Instant) {
        let seconds = (now - exchange.began) / .seconds(1)
        metrics.ended(
            route: exchange.route, status: exchange.status, seconds: seconds,
            bytes: exchange.request.method == .head ? 0 : exchange.size)
        var metadata: Logger.Metadata = [
            "request": "\(exchange.id)", "method": "\(exchange.request.method)", "route": "\(exchange.route)",
            "status": .stringConvertible(exchange.status), "bytes": .stringConvertible(exchange.size),
            "milliseconds": .stringConvertible(Int(seconds * 1_000)), "client": "\(exchange.client)",
            "token": "\(exchange.token ?? "-")", "key": "\(exchange.key ?? "-")",
        ]
        if let id = exchange.trace?.id { metadata["trace"] = "\(id)" }
        logger.info("request", metadata: metadata)
        exchange.trace?.end(exchange, isSecure: isSecure)
    }
}
