import PostcardPhotos

/// Converts Flickr's numbered errors.
enum FlickrFailure {
    /// Returns the error for a reply with `stat: fail`.
    ///
    /// - Parameters:
    ///   - code: Flickr's error number; `nil` if the reply has none.
    ///   - message: Flickr's message, without the key.
    static func failure(code: Int?, message: String) -> FailedAttempt {
        let quote = "Flickr reports: \(message) (\(code.map { "error \($0)" } ?? "no number"))."
        // The numbers 0 and 201 are undocumented. The message is the same for all outages.
        if [105, 201, 0, 10].contains(code) || message.contains("not currently available") {
            return FailedAttempt(.unavailable, "\(quote) Try again later.", .garbled)
        }
        switch code {
        case 100:
            return FailedAttempt(
                .keyRefused,
                "\(quote) Check the key, or create one at https://www.flickr.com/services/apps/create/; new keys need "
                    + "Flickr Pro.")
        case 4, 15, 16, 17, 95, 96, 97, 98, 99:
            return FailedAttempt(.refused, quote)
        case 1, 2, 3, 11, 12, 13, 14, 18, 19, 20, 77, 111, 112, 116:
            return FailedAttempt(.badQuery, "\(quote) Change the search.")
        default:
            return FailedAttempt(.badReply, quote)
        }
    }
}
