/// The meanings of the errors of MediaWiki's Action API.
enum CommonsFault {
    /// The failure of an attempt that was answered with an error. `fault` has its code and text. `retryAfter` is the
    /// delay that the server asks for.
    static func failure(_ fault: CommonsReply.Fault, retryAfter: Duration?) -> AttemptFailure {
        let quote = "Wikimedia Commons says: \(HTMLText.plain(fault.info ?? "no reason")) (\(fault.code))."
        switch fault.code {
        case "maxlag", "readonly":
            // Its databases lag behind: the same as being out of order, for all our requests.
            return AttemptFailure(
                SourceError(.unavailable, "\(quote) Try again later.", retryAfter: retryAfter),
                .status(503, retryAfter: retryAfter))
        case "ratelimited":
            return AttemptFailure(
                SourceError(.rateLimited, "\(quote) Try again later.", retryAfter: retryAfter),
                .status(429, retryAfter: retryAfter))
        case let code where code.hasPrefix("internal_api_error"):
            return AttemptFailure(SourceError(.unavailable, "\(quote) Try again later."), .outOfOrder)
        case "blocked", "readapidenied":
            return AttemptFailure(SourceError(.refused, quote))
        default:
            return AttemptFailure(SourceError(.badQuery, "\(quote) Change the search."))
        }
    }
}
