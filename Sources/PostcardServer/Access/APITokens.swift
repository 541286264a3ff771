internal import Crypto
internal import HTTPTypes
internal import PlatformFoundation

/// The tokens that clients show in `Authorization: Bearer …`.
struct APITokens: Sendable {
    /// Who sent a request.
    enum Caller: Sendable {
        /// Nobody that said so.
        case stranger
        /// One with a token that is not ours.
        case impostor
        /// One with a token.
        case known(name: String, scope: APIToken.Scope)

        /// For the log; `nil` for strangers.
        var name: String? {
            if case .known(let name, _) = self { name } else { nil }
        }
    }

    private let tokens: [APIToken]

    /// - Parameters:
    ///   - settings: tokens of the settings.
    ///   - file: path of a file with one a line, where `#` begins a comment; empty for none.
    init(_ settings: [String], file: String) throws(ServeError) {
        var tokens: [APIToken] = []
        for (index, text) in settings.enumerated() {
            tokens.append(try APIToken(text, from: "Token \(index + 1) of the settings"))
        }
        if !file.isEmpty {
            guard let data = FileManager.default.contents(atPath: file),
                let text = String(validating: data, as: UTF8.self)
            else { throw ServeError(.badSetting, "The file of tokens, \(file), cannot be read.") }
            for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                let line = line.prefix { $0 != "#" }.trimmingSpaces()
                if !line.isEmpty { tokens.append(try APIToken(line, from: "\(file), line \(index + 1)")) }
            }
        }
        guard Set(tokens.map(\.name)).count == tokens.count else {
            throw ServeError(.badSetting, "Two tokens have the same name. Give each its own.")
        }
        self.tokens = tokens
    }

    var isEmpty: Bool { tokens.isEmpty }

    /// Who sent a request. It takes the same time for right and wrong tokens: digests are compared, all of them always.
    func caller(_ headers: HTTPFields) -> Caller {
        // Other schemes may be meant for a proxy before us.
        guard let field = headers[.authorization], field.prefix(7).lowercased() == "bearer " else { return .stranger }
        let digest = SHA256.hash(data: Array(field.dropFirst(7).trimmingSpaces().utf8))
        var found: APIToken?
        // Digests are compared in constant time, as `Digest` promises.
        for token in tokens where token.digest == digest { found = token }
        return found.map { .known(name: $0.name, scope: $0.scope) } ?? .impostor
    }
}
