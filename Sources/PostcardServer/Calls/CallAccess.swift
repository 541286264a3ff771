import PostcardLibrary

/// The result of a request's permission check.
enum CallAccess: Sendable {
    /// Every request may run the operation.
    case open
    /// A key signed the path.
    case signed(SignedURL)
    /// A key signed the query, the request has a token, or neither is required.
    case query(SignedQuery)
    /// The client may read or change the library. A change is made only if its condition, from `If-Match`, is still met.
    case library(TokenScope, condition: Library.Condition? = nil)

    /// The key that signed the URL; `nil` if there is none.
    var signer: SigningKey? {
        switch self {
        case .signed(let address): address.key
        case .query(let query): query.key
        case .open, .library: nil
        }
    }

    /// The time at which the URL expires, in seconds since 1970; `nil` if it never expires.
    var expires: Int? {
        if case .query(let query) = self { query.expires } else { nil }
    }

    /// A URL whose query can end in a signature.
    struct SignedQuery: Sendable {
        /// The key that signed the URL; `nil` if there is none.
        let key: SigningKey?
        let expires: Int?
    }

    /// A URL with a signature in its path.
    struct SignedURL: Sendable {
        let key: SigningKey
        /// The signed text after the signature. The text is parsed exactly as signed, so another encoding can't change its meaning.
        let rest: Substring
        /// True if an imgproxy key signed the URL.
        var isImgproxy = false
    }
}
