import PostcardPhotos

/// Converts errors from MediaWiki's Action API.
enum CommonsFailure {
    /// Returns the error for an error code in a reply.
    static func failure(_ code: String, _ reason: String?, retryAfter: Duration?) -> FailedAttempt {
        let quote = "Wikimedia Commons reports: \(HTMLText.plain(reason ?? "no reason")) (\(code))."
        switch code {
        case "maxlag", "readonly":
            // Database replicas are lagging. All requests must wait, as after HTTP status 503.
            return FailedAttempt(
                .unavailable, "\(quote) Try again later.", retryAfter: retryAfter, .status(503, retryAfter: retryAfter))
        case "ratelimited":
            return FailedAttempt(
                .rateLimited, "\(quote) Try again later.", retryAfter: retryAfter, .status(429, retryAfter: retryAfter))
        case _ where code.hasPrefix("internal_api_error"):
            return FailedAttempt(.unavailable, "\(quote) Try again later.", .garbled)
        case "blocked", "readapidenied":
            return FailedAttempt(.refused, quote)
        default:
            return FailedAttempt(.badQuery, "\(quote) Change the search.")
        }
    }
}
