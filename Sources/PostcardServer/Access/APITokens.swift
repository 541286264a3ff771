import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardCrypto

/// The API tokens of a service, which clients send in `Authorization: Bearer …`.
struct APITokens: Sendable {
    /// The sender of a request, as its token or session tells.
    enum Identity: Sendable {
        /// A request without a token.
        case anonymous
        /// A request with a token that the service does not know.
        case invalidToken
        /// A request with a known token.
        case authenticated(name: String, scope: TokenScope)
        /// A request with a valid session cookie that a page of another origin has made the browser send.
        case foreignPage

        /// The name of the token, for the log; `nil` where no known token was sent.
        var name: String? {
            if case .authenticated(let name, _) = self { name } else { nil }
        }
    }

    private let tokens: [APIToken]

    /// Reads the tokens of the settings, and those of a file with one a line, in which `#` begins a comment. An empty `file` means none.
    ///
    /// - Throws: `StartupError` for a file that cannot be read, a malformed token, or two tokens of one name.
    init(_ settings: [String], file: String) throws(StartupError) {
        var tokens: [APIToken] = []
        for (index, text) in settings.enumerated() {
            tokens.append(try APIToken(text, from: "Token \(index + 1) of the settings"))
        }
        if !file.isEmpty {
            guard let data = FileManager.default.contents(atPath: file),
                let text = String(validating: data, as: UTF8.self)
            else { throw .badSetting("The file of tokens, \(file), cannot be read.") }
            for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                let line = line.prefix { $0 != "#" }.trimmingSpaces()
                if !line.isEmpty { tokens.append(try APIToken(line, from: "\(file), line \(index + 1)")) }
            }
        }
        guard Set<NameKey>(names: tokens.map(\.name)).count == tokens.count else {
            throw .badSetting("Two tokens have the same name. Give each its own.")
        }
        self.tokens = tokens
    }

    var isEmpty: Bool { tokens.isEmpty }

    /// Returns the sender of a request by its bearer token.
    func identity(_ headers: HTTPFields) -> Identity {
        // Other schemes of this field may be meant for a proxy.
        guard let field = headers[.authorization], field.prefix(7).lowercased() == "bearer " else { return .anonymous }
        return token(field.dropFirst(7).trimmingSpaces())
            .map { .authenticated(name: $0.name, scope: $0.scope) } ?? .invalidToken
    }

    /// Returns the token with a text, or `nil`. Compares the digests of all tokens, so that the time tells nothing about them.
    func token(_ text: some StringProtocol) -> APIToken? {
        let digest = SHA256.hash(data: Array(text.utf8))
        return tokens.filter { $0.digest == digest }.last
    }

    /// Returns the token with a name.
    subscript(name: String) -> APIToken? { tokens.first { $0.name.hasBytes(of: name) } }
}

/// The name and scope of an API token. The token itself is not kept, only its SHA-256.
struct APIToken: Sendable {
    /// The token's name, for the log and for sessions.
    let name: String
    let scope: TokenScope
    let digest: Digest
    /// The key that signs the session cookies of this token.
    let sessionKey: SymmetricKey

    /// The shortest token in characters: 128 random bits as hexadecimal digits.
    private static let minimumLength = 32
    /// The longest token in characters, so that it fits into a header field.
    private static let maximumLength = 512

    /// Reads `NAME:TOKEN` or, for a token that only reads, `NAME:TOKEN:read`.
    ///
    /// - Parameter place: the source of the text, for messages.
    /// - Throws: `StartupError`, whose message never holds the token, also where name and token are exchanged.
    init(_ text: some StringProtocol, from place: String) throws(StartupError) {
        let parts = String(text).split(separator: ":" as Character, omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), parts.count == 2 || parts[2] == "read" else {
            throw .badSetting("\(place): write a token as NAME:TOKEN or NAME:TOKEN:read.")
        }
        guard RequestID.accepted(parts[0]) != nil else {
            throw .badSetting("\(place): a token's name has 1 to 64 letters, digits, dots, hyphens and underscores.")
        }
        guard parts[1].utf8.count >= Self.minimumLength, parts[1].utf8.count <= Self.maximumLength else {
            throw .badSetting(
                "\(place): the token after the name has \(parts[1].utf8.count) characters; it needs \(Self.minimumLength) to "
                    + "\(Self.maximumLength). Make one with: openssl rand -hex 32")
        }
        // The characters of a bearer token, RFC 6750 section 2.1.
        guard parts[1].utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-._~+/=") }) else {
            throw .badSetting(
                "\(place): the token after the name has characters that no client can send. Make one with: openssl rand -hex 32"
            )
        }
        name = parts[0]
        scope = parts.count == 3 ? .read : .write
        digest = SHA256.hash(data: Array(parts[1].utf8))
        sessionKey = HKDF<SHA256>.deriveKey(inputKeyMaterial: digest, info: "postcard session 1".utf8)
    }

}
