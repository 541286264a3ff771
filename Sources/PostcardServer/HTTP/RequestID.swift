import PostcardCore

/// The syntax of request ids, in headers, bodies and the log.
enum RequestID {
    /// Returns the id from a client or proxy if it is short and plain enough for the log; otherwise `nil`.
    static func accepted(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-_.") })
        else { return nil }
        return text
    }
}
