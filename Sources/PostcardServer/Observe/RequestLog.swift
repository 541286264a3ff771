import HTTPTypes
import Logging
import Tracing

/// A request and what became of it.
struct Exchange: Sendable {
    let request: HTTPRequest
    let id: String
    let route: String
    let began: ContinuousClock.Instant
    let client: String
    /// The name of the token.
    let token: String?
    let trace: RequestTrace?
    /// The name of the key that signed the address.
    var key: String?
    var status = 0
    /// Bytes of the body, also where only its head was asked for.
    var size = 0
}

/// Tells of requests: in metrics, in the log, and in traces.
struct RequestLog: Sendable {
    let metrics: ServerMetrics
    let logger: Logger
    /// The tracer of the application; `nil` for none.
    let tracer: (any Tracer)?
    /// True when clients reach the service by TLS.
    let isSecure: Bool

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
