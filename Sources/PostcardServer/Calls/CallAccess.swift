import PostcardLibrary

/// The result of the check of a request's permission.
enum CallAccess: Sendable {
    /// Every request may run the operation.
    case open
    /// A key signed the path.
    case signed(SignedURL)
    /// A key signed the query, or the request has a token, or needs neither.
    case query(SignedQuery)
    /// The requester may read or change the library. A change is made only if its condition, that of `If-Match`, is still met.
    case library(TokenScope, condition: Library.Condition? = nil)

    /// The key that signed the address; `nil` for none.
    var signer: SigningKey? {
        switch self {
        case .signed(let address): address.key
        case .query(let query): query.key
        case .open, .library: nil
        }
    }

    /// The time in seconds since 1970 at which the address expires, by its query; `nil` for never.
    var expires: Int? {
        if case .query(let query) = self { query.expires } else { nil }
    }

    /// An address whose query may end in a signature.
    struct SignedQuery: Sendable {
        /// The key that signed the address; `nil` for none.
        let key: SigningKey?
        let expires: Int?
    }

    /// An address with a signature in its path.
    struct SignedURL: Sendable {
        let key: SigningKey
        /// The signed text, which begins behind the signature. It is parsed as it was signed, so that another encoding cannot change its meaning.
        let rest: Substring
        /// True for an address that an imgproxy key signed.
        var isImgproxy = false
    }
}
