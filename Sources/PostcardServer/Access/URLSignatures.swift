import HTTPTypes
import PostcardCore
import PostcardCrypto

/// The check and the making of signatures in addresses: the url-safe Base64 of an HMAC over all that follows the signature.
///
/// With SHA-1 it is thumbor's signature, of 28 characters; with SHA-256 it has 44.
struct URLSignatures: Sendable {
    private let keys: [SigningKey]
    private let imgproxyKeys: [SigningKey]

    /// Reads the keys of the settings. Any of them may have signed an address, so that keys can be changed while old addresses still work.
    ///
    /// - Throws: ``StartupError`` for a malformed key.
    init(_ settings: AccessSettings) throws(StartupError) {
        keys = try SigningKey.plain(settings)
        imgproxyKeys = try SigningKey.imgproxy(settings)
    }

    /// The names of the settings that have keys which could be found by trying.
    var settingsWithShortKeys: [String] {
        [("keys", keys), ("imgproxyKeys", imgproxyKeys)].filter { $0.1.contains(where: \.isShort) }.map(\.0)
    }

    /// True when a key of `keys` has a name and signs for all pictures, as a key that has a colon by accident does.
    var hasNamedKeys: Bool { keys.contains { $0.name != nil && $0.scope == nil } }

    /// Returns true for a key that is among the current keys.
    func contains(_ key: SigningKey) -> Bool { keys.contains { $0 === key } || imgproxyKeys.contains { $0 === key } }

    /// Returns the imgproxy key that signed one of the paths, or `nil`. Always tries all keys, so that the time tells nothing.
    ///
    /// - Parameter paths: the spellings of what follows the signature, from the slash on, that may have been signed.
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

    /// Signs a path and query with the first key that may sign for all of its pictures. Returns it unsigned where there are no keys.
    ///
    /// - Throws: `HTTPError` with status 403 when no key may sign.
    func signed(_ target: String, for pictures: [String]) throws(HTTPError) -> String {
        guard !keys.isEmpty else { return target }
        guard let key = keys.first(where: { key in pictures.allSatisfy { key.scope?.permits($0) ?? true } }) else {
            throw HTTPError(.forbidden, "No key of this service signs for this picture.")
        }
        let code = HMAC<SHA256>.authenticationCode(for: Array(target.utf8), using: key.secret)
        return "\(target)\(target.contains("?") ? "&" : "?")signature=\(Base64.urlSafe.encode(Array(code)))"
    }

    /// Returns the key that signed a message, or `nil`. Always tries all keys in constant time, so that the time tells nothing.
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
