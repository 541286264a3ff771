import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardCrypto

/// The API tokens of a service, which clients send in `Authorization: Bearer …`.
struct APITokens: Sendable {
    /// The sender of a request, identified by a token or session.
    enum Identity: Sendable {
        /// A request without a token.
        case anonymous
        /// A request with an unknown token.
        case invalidToken
        /// A request with a known token.
        case authenticated(name: String, scope: TokenScope)
        /// A request from a page of another origin, with a valid session cookie.
        case foreignPage

        /// The name of the token, for the log; `nil` if no known token was sent.
        var name: String? {
            if case .authenticated(let name, _) = self { name } else { nil }
        }
    }

    private let tokens: [APIToken]

    /// Reads the tokens from the settings and, if `file` is not `nil`, from a file with one token per line. In the file, `#` starts a
    /// comment.
    ///
    /// - Throws: `StartupError` for an unreadable file, a malformed token, or two tokens with the same name.
    init(_ settings: [String], file: String?) throws(StartupError) {
        var tokens: [APIToken] = []
        for (index, text) in settings.enumerated() {
            tokens.append(try APIToken(text, from: "Token \(index + 1) in the settings"))
        }
        if let file {
            guard let data = FileManager.default.contents(atPath: file),
                let text = String(validating: data, as: UTF8.self)
            else { throw .badSetting("Can't read the token file \(file). Check the path and its permissions.") }
            for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                let line = line.prefix { $0 != "#" }.trimmingSpaces()
                if !line.isEmpty { tokens.append(try APIToken(line, from: "\(file), line \(index + 1)")) }
            }
        }
        guard Set<NameKey>(names: tokens.map(\.name)).count == tokens.count else {
            throw .badSetting("Two tokens have the same name. Names must be unique.")
        }
        self.tokens = tokens
    }

    var isEmpty: Bool { tokens.isEmpty }

    /// Returns the sender of a request, identified by its bearer token.
    func identity(_ headers: HTTPFields) -> Identity {
        // An `Authorization` header with another scheme might be intended for a proxy.
        guard let field = headers[.authorization], field.prefix(7).lowercased() == "bearer " else { return .anonymous }
        return token(field.dropFirst(7).trimmingSpaces())
            .map { .authenticated(name: $0.name, scope: $0.scope) } ?? .invalidToken
    }

    /// Returns the token with the given text, or `nil`. Compares the digests of all tokens, so that timing reveals nothing about them.
    func token(_ text: some StringProtocol) -> APIToken? {
        let digest = SHA256.hash(data: Array(text.utf8))
        return tokens.filter { $0.digest == digest }.last
    }

    /// Returns the token with the given name; `nil` if there is none.
    subscript(name: String) -> APIToken? { tokens.first { $0.name.hasBytes(of: name) } }
}
