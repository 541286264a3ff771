import HTTPTypes

/// A request and its outcome, for the log, metrics and traces.
struct Exchange: Sendable {
    let request: HTTPRequest
    let id: String
    let route: String
    let began: ContinuousClock.Instant
    let client: String
    /// The name of the token; `nil` if there is none.
    let token: String?
    let trace: RequestTrace?
    /// The name of the key that signed the URL; `nil` if there is none.
    var key: String?
    var status = 0
    /// The size of the body in bytes, even for HEAD requests.
    var size = 0
}
