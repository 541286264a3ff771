import PostcardCore

/// A device that signed in with a QR code. Each device is a line of the token file. The comment in the line contains the last day and the
/// label:
/// `phone-7f3a21:TOKEN:read # 2026-11-28 Anna's iPhone`.
struct Device: Sendable {
    /// The name of the device's token, such as `phone-7f3a21`.
    let name: String
    let scope: TokenScope
    /// The device's name for users, such as `iPhone, Safari`; empty if unknown.
    let label: String
    /// The last day on which the device opened the app, in UTC, such as `2026-11-28`; empty if unknown.
    let lastDay: String

    /// The maximum length of a label in characters.
    static let maximumLabelLength = 60

    /// Reads a line; `nil` if the line has no token, or the owner's token.
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

    /// Returns a line with the same token and another comment.
    static func line(_ line: String, label: String, lastDay: String) -> String {
        let token = line.prefix { $0 != "#" }.trimmingSpaces()
        let comment = [lastDay, label].filter { !$0.isEmpty }.joined(separator: " ")
        return comment.isEmpty ? String(token) : "\(token) # \(comment)"
    }

    /// Returns a label in one line of at most ``maximumLabelLength`` characters; `nil` if the text is blank.
    static func label(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.contains { $0.value < 0x20 } }
        let label = String(words.joined(separator: " ").prefix(maximumLabelLength).trimmingSpaces())
        return label.isEmpty ? nil : label
    }

    /// Returns the kind of device and the browser in a `User-Agent` header, such as `iPhone, Safari`; empty if both are unknown.
    static func label(userAgent: String) -> String {
        func first(_ names: [(mark: String, name: String)]) -> String? {
            names.first { userAgent.contains($0.mark) }?.name
        }
        // The order matters: Android's headers contain Linux, and most browsers' headers contain Safari.
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
