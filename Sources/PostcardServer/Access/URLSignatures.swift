internal import Crypto
internal import PostcardCore

/// Signatures in URLs: the url-safe base64 of an HMAC over all that follows the signature.
///
/// With SHA-1 it is thumbor's signature, of 28 characters; with SHA-256 it has 44.
struct URLSignatures: Sendable {
    /// A key of imgproxy's addresses, which begin with a salt when they are signed.
    private struct Salted: Sendable {
        let key: SymmetricKey
        let salt: [UInt8]
    }

    private let keys: [SymmetricKey]
    private let saltedKeys: [Salted]

    /// Reads the keys of a service: any one of them may have signed, so that keys can be changed while old URLs still work.
    ///
    /// - Throws: ``StartupError`` for a key of imgproxy's that is none.
    init(_ settings: ServerConfiguration) throws(StartupError) {
        keys = settings.keys.map { SymmetricKey(data: Array($0.utf8)) }
        var salted: [Salted] = []
        for entry in settings.imgproxyKeys {
            let fields = entry.split(separator: ":", omittingEmptySubsequences: false).map(Self.bytes)
            guard fields.count == 2, let key = fields[0], let salt = fields[1], !key.isEmpty else {
                throw StartupError(
                    .badSetting,
                    "A key of imgproxyKeys cannot be read. Write KEY:SALT, both in hexadecimal, as imgproxy has them.")
            }
            salted.append(Salted(key: SymmetricKey(data: key), salt: salt))
        }
        saltedKeys = salted
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.map(\.hexDigitValue)
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8((digits[index] ?? 0) << 4 | (digits[index + 1] ?? 0))
        }
    }

    /// Tells whether `signature` belongs to an address of imgproxy's, of which `path` is what follows it, from the slash on.
    func isValidForImgproxy(_ signature: String, for path: String) -> Bool {
        guard let code = Base64.urlSafe.decode(signature), code.count == SHA256.byteCount else { return false }
        var isValid = false
        for salted in saltedKeys {
            let matches = HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: salted.salt + Array(path.utf8), using: salted.key)
            isValid = matches || isValid
        }
        return isValid
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
