import PostcardCore
import PostcardCrypto
import PlatformFoundation

/// The name and scope of an API token. The token itself is not kept, only its SHA-256.
struct APIToken: Sendable {
    /// For the log.
    let name: String
    let scope: TokenScope
    let digest: Digest
    /// Signs the sessions of those who signed in with it.
    let sessionKey: SymmetricKey

    /// 128 random bits as hexadecimal digits have so many characters; nobody can guess them.
    private static let minimumLength = 32
    /// More does not fit well into a field of a request.
    private static let maximumLength = 512

    /// Reads `NAME:TOKEN` or, for one who may only look, `NAME:TOKEN:read`. `place` is the source of the text, for the
    /// error, which never holds the token.
    init(_ text: some StringProtocol, from place: String) throws(StartupError) {
        let parts = String(text).split(separator: ":" as Character, omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), parts.count == 2 || parts[2] == "read" else {
            throw StartupError(.badSetting, "\(place): write a token as NAME:TOKEN or NAME:TOKEN:read.")
        }
        guard RequestID.accepted(parts[0]) != nil else {
            throw StartupError(
                .badSetting, "\(place): a token's name has 1 to 64 letters, digits, dots, hyphens and underscores.")
        }
        guard parts[1].utf8.count >= Self.minimumLength, parts[1].utf8.count <= Self.maximumLength else {
            throw StartupError(
                .badSetting,
                "\(place): the token of \(parts[0]) has \(parts[1].utf8.count) characters; it needs \(Self.minimumLength) to "
                    + "\(Self.maximumLength). Make one with: openssl rand -hex 32")
        }
        // The characters of a bearer token, RFC 6750 section 2.1.
        guard parts[1].utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-._~+/=") }) else {
            throw StartupError(
                .badSetting,
                "\(place): the token of \(parts[0]) has characters that no client can send. Make one with: openssl rand -hex 32"
            )
        }
        name = parts[0]
        scope = parts.count == 3 ? .read : .write
        digest = SHA256.hash(data: Array(parts[1].utf8))
        sessionKey = HKDF<SHA256>.deriveKey(inputKeyMaterial: digest, info: "postcard session 1".utf8)
    }

}
