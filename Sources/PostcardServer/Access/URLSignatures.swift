internal import Crypto
internal import PostcardCore

/// Signatures in URLs: the url-safe base64 of an HMAC over all that follows the signature.
///
/// With SHA-1 it is thumbor's signature, of 28 characters; with SHA-256 it has 44.
struct URLSignatures: Sendable {
    private let keys: [SymmetricKey]

    /// - Parameter keys: any one of them may have signed, so that keys can be changed while old URLs still work.
    init(keys: [String]) {
        self.keys = keys.map { SymmetricKey(data: Array($0.utf8)) }
    }

    /// A path and query with a signature by the first key; without one when there is no key.
    func signed(_ target: String) -> String {
        guard let key = keys.first else { return target }
        let code = HMAC<SHA256>.authenticationCode(for: Array(target.utf8), using: key)
        return "\(target)\(target.contains("?") ? "&" : "?")signature=\(Base64.urlSafe.encode(Array(code)))"
    }

    /// Tells whether `signature` belongs to `message`. Takes as long for wrong as for right signatures, and tries all keys always.
    func isValid(_ signature: String, for message: String) -> Bool {
        guard let code = Base64.urlSafe.decode(signature) else { return false }
        let bytes = Array(message.utf8)
        var isValid = false
        for key in keys {
            let matches =
                switch code.count {
                case Insecure.SHA1.byteCount:
                    HMAC<Insecure.SHA1>.isValidAuthenticationCode(code, authenticating: bytes, using: key)
                case SHA256.byteCount:
                    HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: bytes, using: key)
                default: false
                }
            isValid = matches || isValid
        }
        return isValid
    }
}
