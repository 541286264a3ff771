import HTTPTypes
import PostcardCore
import PostcardCrypto

/// Checks and creates signatures in URLs: the URL-safe Base64 of an HMAC over the text after the signature.
///
/// Thumbor's signatures use SHA-1 and have 28 characters. SHA-256 signatures have 44.
struct URLSignatures: Sendable {
    private let keys: [SigningKey]
    private let imgproxyKeys: [SigningKey]

    /// Reads the keys from the settings. A signature by any key is valid, so that old URLs still work after a new key is added.
    ///
    /// - Throws: ``StartupError`` for a malformed key.
    init(_ settings: AccessSettings) throws(StartupError) {
        keys = try SigningKey.plain(settings)
        imgproxyKeys = try SigningKey.imgproxy(settings)
    }

    /// The names of settings that contain keys short enough to be guessed.
    var settingsWithShortKeys: [String] {
        [("keys", keys), ("imgproxyKeys", imgproxyKeys)].filter { $0.1.contains(where: \.isShort) }.map(\.0)
    }

    /// True if a key in `keys` has a name and signs for all images. The name might be the start of an unnamed key that contains a colon.
    var hasNamedKeys: Bool { keys.contains { $0.name != nil && $0.scope == nil } }

    /// Returns true if a key is among the current keys.
    func contains(_ key: SigningKey) -> Bool { keys.contains { $0 === key } || imgproxyKeys.contains { $0 === key } }

    /// Returns the imgproxy key that signed one of the paths, or `nil`. Always tries all keys, so that timing reveals nothing.
    ///
    /// - Parameter paths: the possible spellings of the signed text, which is everything after the signature, starting with the slash.
    func imgproxyKey(of signature: String, for paths: [String]) -> SigningKey? {
        guard let code = Base64.urlSafe.decode(signature), code.count == SHA256.byteCount else { return nil }
        return imgproxyKeys.filter { key in
            let matches = paths.filter { path in
                HMAC<SHA256>.isValidAuthenticationCode(
                    code, authenticating: key.salt + Array(path.utf8), using: key.secret)
            }
            return !matches.isEmpty
        }.first
    }

    /// Signs a path and query with the first key that may sign for all of `pictures`. Returns `target` unsigned if there are no keys.
    ///
    /// - Throws: `HTTPError` with status 403 if no key may sign.
    func signed(_ target: String, for pictures: [String]) throws(HTTPError) -> String {
        guard !keys.isEmpty else { return target }
        guard let key = keys.first(where: { key in pictures.allSatisfy { key.scope?.permits($0) ?? true } }) else {
            throw HTTPError(.forbidden, "None of this service's keys may sign URLs for this image.")
        }
        let code = HMAC<SHA256>.authenticationCode(for: Array(target.utf8), using: key.secret)
        return "\(target)\(target.contains("?") ? "&" : "?")signature=\(Base64.urlSafe.encode(Array(code)))"
    }

    /// Returns the key that signed a message, or `nil`. Always tries all keys in constant time, so that timing reveals nothing.
    func key(of signature: String, for message: String) -> SigningKey? {
        guard let code = Base64.urlSafe.decode(signature) else { return nil }
        let bytes = Array(message.utf8)
        return keys.filter { key in
            switch code.count {
            case Insecure.SHA1.byteCount:
                HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: bytes, using: key.secret)
            case SHA256.byteCount:
                HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: bytes, using: key.secret)
            default: false
            }
        }.first
    }
}
