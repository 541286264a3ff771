import PostcardCore
import PlatformFoundation

/// Converts short HTML strings, such as descriptions on Wikimedia Commons, to plain text.
enum HTMLText {
    /// Returns the text without tags, with entities decoded and runs of white space replaced with one space.
    ///
    /// - Parameters:
    ///   - html: HTML or plain text.
    ///   - limit: the maximum number of characters; longer text is cut off and ends with an ellipsis.
    static func plain(_ html: String, limit: Int = 300) -> String {
        var text = ""
        var rest = html.prefix(100_000)
        while let character = rest.popFirst() {
            if character == "<", let first = rest.first, first.isLetter || "/!".contains(first) {
                let tag = rest.prefix { $0 != ">" }
                rest = rest.dropFirst(tag.count + 1)
                let name = tag.prefix { $0.isLetter }.lowercased()
                // The contents of these elements are not text.
                if ["style", "script"].contains(name), let end = rest.firstRange(of: "</\(name)") {
                    rest = rest[end.upperBound...].drop { $0 != ">" }.dropFirst()
                }
                if isBlock(tag) { text += " " }
            } else if character == "&", let end = rest.prefix(12).firstIndex(of: ";"),
                let scalar = scalar(named: rest[..<end])
            {
                text.append(scalar.value < 32 ? " " : Character(scalar))
                rest = rest[rest.index(after: end)...]
            } else {
                text.append(character)
            }
        }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > limit ? "\(words.prefix(limit - 1))…" : words
    }

    /// Returns the target of the first link; `nil` if the target is not an http or https URL. A URL without a scheme gets `https`.
    static func firstLink(in html: String) -> URL? {
        guard let start = html.firstRange(of: "href=\"") else { return nil }
        let address = plain(String(html[start.upperBound...].prefix { $0 != "\"" }), limit: 2_000)
        let absolute = address.hasPrefix("//") ? "https:\(address)" : address
        guard let url = URL(string: absolute), ["http", "https"].contains(url.scheme), url.host != nil else {
            return nil
        }
        return url
    }

    /// Returns true if a tag separates words, as block elements, line breaks and table cells do.
    private static func isBlock(_ tag: Substring) -> Bool {
        let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
        return ["br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "table", "hr", "h1", "h2", "h3"].contains(name)
    }

    private static let names: [NameKey: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "copy": "©", "middot": "·",
    ]

    /// Returns the character for an entity, named without `&` and `;`; `nil` for an unknown entity.
    static func scalar(named name: Substring) -> Unicode.Scalar? {
        guard name.first == "#" else { return names[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }
}
