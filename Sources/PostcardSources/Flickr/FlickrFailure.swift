/// The meanings of Flickr's numbered failures.
enum FlickrFailure {
    /// The failure of an attempt that Flickr answered with `stat: fail`. `code` is Flickr's number, if there was one.
    /// `message` is Flickr's text without the key.
    static func failure(code: Int?, message: String) -> SourceError {
        let quote = "Flickr says: \(message) (\(code.map { "error \($0)" } ?? "no number"))."
        // Numbers 0 and 201 are in no document; the text is the same for every outage.
        if [105, 201, 0, 10].contains(code) || message.contains("not currently available") {
            return SourceError(.unavailable, "\(quote) Try again later.", .garbled)
        }
        switch code {
        case 100:
            return SourceError(
                .keyRefused,
                "\(quote) Check the key, or make one at https://www.flickr.com/services/apps/create/; new keys need "
                    + "Flickr Pro.")
        case 4, 15, 16, 17, 95, 96, 97, 98, 99:
            return SourceError(.refused, quote)
        case 1, 2, 3, 11, 12, 13, 14, 18, 19, 20, 77, 111, 112, 116:
            return SourceError(.badQuery, "\(quote) Change the search.")
        default:
            return SourceError(.badReply, quote)
        }
    }
}
