import PostcardCrypto
import HTTPTypes
import PlatformFoundation

/// The tokens that clients show in `Authorization: Bearer …`.
struct APITokens: Sendable {
    /// The sender of a request, as far as it is known.
    enum Caller: Sendable {
        /// No token was sent.
        case anonymous
        /// A token that is unknown.
        case invalidToken
        /// A known token.
        case authenticated(name: String, scope: TokenScope)
        /// The cookie of a session, which a page of another origin has made the browser send.
        case foreignPage

        /// For the log; `nil` for anonymous clients.
        var name: String? {
            if case .authenticated(let name, _) = self { name } else { nil }
        }
    }

    private let tokens: [APIToken]

    /// `settings` are the tokens of the settings. `file` is the path of a file with one a line, where `#` begins a
    /// comment; empty for none.
    init(_ settings: [String], file: String) throws(StartupError) {
        var tokens: [APIToken] = []
        for (index, text) in settings.enumerated() {
            tokens.append(try APIToken(text, from: "Token \(index + 1) of the settings"))
        }
        if !file.isEmpty {
            guard let data = FileManager.default.contents(atPath: file),
                let text = String(validating: data, as: UTF8.self)
            else { throw StartupError(.badSetting, "The file of tokens, \(file), cannot be read.") }
            for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                let line = line.prefix { $0 != "#" }.trimmingSpaces()
                if !line.isEmpty { tokens.append(try APIToken(line, from: "\(file), line \(index + 1)")) }
            }
        }
        guard Set(tokens.map(\.name)).count == tokens.count else {
            throw StartupError(.badSetting, "Two tokens have the same name. Give each its own.")
        }
        self.tokens = tokens
    }

    var isEmpty: Bool { tokens.isEmpty }

    /// The sender of a request, by its token.
    func caller(_ headers: HTTPFields) -> Caller {
        // Other schemes may be meant for a proxy before us.
        guard let field = headers[.authorization], field.prefix(7).lowercased() == "bearer " else { return .anonymous }
        return token(field.dropFirst(7).trimmingSpaces())
            .map { .authenticated(name: $0.name, scope: $0.scope) } ?? .invalidToken
    }

    /// The token that a text is. It takes the same time for right and wrong ones: digests are compared, all of them always.
    func token(_ text: some StringProtocol) -> APIToken? {
        let digest = SHA256.hash(data: Array(text.utf8))
        var found: APIToken?
        // Digests are compared in constant time, as `Digest` promises.
        for token in tokens where token.digest == digest { found = token }
        return found
    }

    /// The token with a name.
    subscript(name: String) -> APIToken? { tokens.first { $0.name == name } }
}
