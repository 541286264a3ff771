/// The access keys that sign requests.
struct ObjectStorageKeys: Sendable, Hashable {
    let id: String
    let secretKey: APIKey
    /// The session token of temporary keys.
    var token: String?
    /// The time at which temporary keys expire, in seconds since 1970; `nil` for permanent keys.
    var expiration: Double?

    /// The number of seconds before expiration at which keys are renewed.
    private static let margin = 300.0

    func isFresh(at now: Double) -> Bool { expiration.map { $0 - now > Self.margin } ?? true }
}
