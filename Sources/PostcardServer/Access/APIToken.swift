import PostcardCore
import PostcardCrypto

/// The name and scope of an API token. Only the SHA-256 hash of the token is stored, not the token itself.
struct APIToken: Sendable {
    /// The token's name, for the log and for sessions.
    let name: String
    let scope: TokenScope
    let digest: Digest
    /// The key that signs session cookies for this token.
    let sessionKey: SymmetricKey

    /// The minimum length of a token in characters: 128 random bits as hexadecimal digits.
    private static let minimumLength = 32
    /// The maximum length of a token in characters, so that it fits in a header.
    private static let maximumLength = 512

    /// Reads `NAME:TOKEN`, or `NAME:TOKEN:read` for a read-only token.
    ///
    /// - Parameter place: the source of the text, for error messages.
    /// - Throws: `StartupError`. The error message never contains the token, even if the name and token are swapped.
    init(_ text: some StringProtocol, from place: String) throws(StartupError) {
        let parts = String(text).split(separator: ":" as Character, omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), parts.count == 2 || parts[2] == "read" else {
            throw .badSetting("\(place): write a token as NAME:TOKEN or NAME:TOKEN:read.")
        }
        guard RequestID.accepted(parts[0]) != nil else {
            throw .badSetting(
                "\(place): a token name must have 1 to 64 letters, digits, dots, hyphens and underscores.")
        }
        guard parts[1].utf8.count >= Self.minimumLength, parts[1].utf8.count <= Self.maximumLength else {
            throw .badSetting(
                "\(place): the token must have \(Self.minimumLength) to \(Self.maximumLength) characters, not "
                    + "\(parts[1].utf8.count). Create one with: openssl rand -hex 32")
        }
        // The valid characters of a bearer token, RFC 6750 section 2.1.
        guard parts[1].utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-._~+/=") }) else {
            throw .badSetting(
                "\(place): the token contains characters that clients can't send. Create one with: openssl rand -hex 32"
            )
        }
        name = parts[0]
        scope = parts.count == 3 ? .read : .write
        digest = SHA256.hash(data: Array(parts[1].utf8))
        sessionKey = HKDF<SHA256>.deriveKey(inputKeyMaterial: digest, info: "postcard session 1".utf8)
    }

}
