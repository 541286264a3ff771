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

    /// Reads the tokens of the settings, and those of a file with one a line, in which `#` begins a comment. There is no file if `file` is `nil`.
    ///
    /// - Throws: `StartupError` for a file that cannot be read, a malformed token, or two tokens of one name.
    init(_ settings: [String], file: String?) throws(StartupError) {
        var tokens: [APIToken] = []
        for (index, text) in settings.enumerated() {
            tokens.append(try APIToken(text, from: "Token \(index + 1) of the settings"))
        }
        if let file {
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
