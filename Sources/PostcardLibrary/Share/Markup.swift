import PostcardImaging

/// Makes HTML and SVG text.
package enum Markup {
    /// Returns a string with the special characters of HTML and XML escaped. Characters that XML forbids are dropped.
    package static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns a link to an http or https URL; for other URLs, returns only the text, because such URLs could run code.
    static func link(_ url: String?, _ text: String) -> String {
        guard let url, url.hasPrefix("https://") || url.hasPrefix("http://") else { return escaped(text) }
        return "<a href=\"\(escaped(url))\" target=\"_blank\" rel=\"noreferrer\">\(escaped(text))</a>"
    }

    /// Returns a string as HTML paragraphs, keeping its line breaks.
    static func paragraphs(_ text: String) -> String {
        var paragraphs: [[Substring]] = [[]]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                paragraphs.append([])
            } else {
                paragraphs[paragraphs.count - 1].append(line)
            }
        }
        return paragraphs.filter { !$0.isEmpty }
            .map { "<p>\($0.map { escaped(String($0)) }.joined(separator: "<br>"))</p>" }.joined()
    }

    /// Returns an `img` element, enclosed in a `picture` element if the image has a WebP version.
    static func picture(_ url: String, webP: String?, _ size: PixelSize, _ attributes: String) -> String {
        let image = "<img src=\"\(url)\" width=\"\(size.width)\" height=\"\(size.height)\" \(attributes)>"
        guard let webP else { return image }
        return "<picture><source type=\"image/webp\" srcset=\"\(webP)\">\(image)</picture>"
    }

    /// Returns a number with at most one decimal place.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
