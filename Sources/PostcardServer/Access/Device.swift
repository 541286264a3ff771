import PostcardCore

/// A device that signed in with a QR code. It is a line of the token file, whose comment contains the label and the last day:
/// `phone-7f3a21:TOKEN:read # 2026-11-28 Anna's iPhone`.
struct Device: Sendable {
    /// The name of its token, such as `phone-7f3a21`.
    let name: String
    let scope: TokenScope
    /// Its name for people, such as `iPhone, Safari`; empty if unknown.
    let label: String
    /// The last day on which it opened the app, in UTC: `2026-11-28`; empty if unknown.
    let lastDay: String

    /// The maximum length of a label in characters.
    static let maximumLabelLength = 60

    /// Reads a line; `nil` for one without a token, and for the owner's.
    init?(line: String) {
        let parts = line.split(separator: "#" as Character, maxSplits: 1, omittingEmptySubsequences: false)
        guard let token = try? APIToken(String(parts[0].trimmingSpaces()), from: ""), token.name != DeviceTokens.owner
        else { return nil }
        (name, scope) = (token.name, token.scope)
        let comment = parts.count > 1 ? parts[1].trimmingSpaces() : ""
        let first = comment.prefix { $0 != " " }
        let hasDay = first.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil
        lastDay = hasDay ? String(first) : ""
        label = String(comment.dropFirst(lastDay.count).trimmingSpaces())
    }

    /// Returns a line with another comment, and the same token.
    static func line(_ line: String, label: String, lastDay: String) -> String {
        let token = line.prefix { $0 != "#" }.trimmingSpaces()
        let comment = [lastDay, label].filter { !$0.isEmpty }.joined(separator: " ")
        return comment.isEmpty ? String(token) : "\(token) # \(comment)"
    }

    /// Returns a label in one line of at most ``maximumLabelLength`` characters; `nil` for a blank one.
    static func label(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } }
        let label = words.joined(separator: " ").prefix(maximumLabelLength)
        return label.isEmpty ? nil : String(label)
    }

    /// Returns the kind of device and the browser of a header `User-Agent`, such as `iPhone, Safari`; empty for unknown ones.
    static func label(userAgent: String) -> String {
        func first(_ names: [(mark: String, name: String)]) -> String? {
            names.first { userAgent.contains($0.mark) }?.name
        }
        // The order matters: Android's header contains Linux, and that of every browser contains Safari.
        let machine = first([
            ("iPhone", "iPhone"), ("iPad", "iPad"),
            ("Android", userAgent.contains("Mobile") ? "Android" : "Android tablet"),
            ("Windows", "Windows"), ("Macintosh", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
        ])
        let browser = first([
            ("EdgiOS/", "Edge"), ("EdgA/", "Edge"), ("Edg/", "Edge"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"),
            ("OPR/", "Opera"), ("OPT/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("CriOS/", "Chrome"),
            ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ])
        return [machine, browser].compactMap(\.self).joined(separator: ", ")
    }
}
