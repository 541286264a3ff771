import PostcardCore

/// Reads the subset of YAML in memegen's `config.yml`: mappings and lists in block style, with plain or quoted scalars.
///
/// Scalars are strings, so `yes` and `1.0` keep their spelling; empty values, `~` and `null` are `null`. All other YAML is rejected.
struct YAMLReader {
    private struct Line {
        let number: Int
        var indent: Int
        var text: Substring
    }

    /// The maximum depth of nested mappings and lists.
    private static let maximumDepth = 16
    private var lines: ArraySlice<Line> = []

    /// Returns the value of a file.
    ///
    /// - Throws: `MemeError` with code `invalidTemplate`, whose message contains the line.
    static func value(of bytes: [UInt8]) throws(MemeError) -> JSONValue {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Template.invalid("The file is not UTF-8.")
        }
        var reader = YAMLReader()
        let all = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, whole) in all.enumerated() {
            let text = whole.drop { $0 == " " }
            guard !text.trimmed.isEmpty, text.first != "#", text != "---" || !reader.lines.isEmpty else { continue }
            let line = Line(number: index + 1, indent: whole.count - text.count, text: text.trimmed[...])
            guard text.first != "\t" else { throw refusal(line, "Indent with spaces, not tabs.") }
            reader.lines.append(line)
        }
        let value = try reader.block(under: -1, depth: 0)
        if let line = reader.lines.first { throw refusal(line, "The indentation does not match the lines above.") }
        return value
    }

    /// Reads the list, mapping or scalar that starts at the next line. `parent` is the indentation of the line that contains the value.
    private mutating func block(under parent: Int, depth: Int) throws(MemeError) -> JSONValue {
        guard let first = lines.first else { return .null }
        guard depth < Self.maximumDepth else { throw Self.refusal(first, "The nesting is too deep.") }
        if Self.isItem(first) { return .array(try items(of: first.indent, depth: depth)) }
        guard Self.key(of: first) != nil else { return try scalar(under: parent) }
        var members: [JSONValue.Member] = []
        while let line = lines.first, line.indent == first.indent, let key = Self.key(of: line) {
            guard !members.contains(where: { $0.name.hasBytes(of: key) }) else {
                throw Self.refusal(line, "\"\(key)\" appears twice.")
            }
            let rest = line.text.dropFirst(key.count + 1)
            members.append(JSONValue.Member(name: String(key), value: try value(rest, of: line, depth: depth)))
        }
        return .object(members)
    }

    private mutating func items(of indent: Int, depth: Int) throws(MemeError) -> [JSONValue] {
        var elements: [JSONValue] = []
        while let line = lines.first, line.indent == indent, Self.isItem(line) {
            elements.append(try value(line.text.dropFirst(), of: line, depth: depth))
        }
        return elements
    }

    /// Reads the value after a dash or a key. The value can start on the same line or on the next one.
    private mutating func value(_ rest: Substring, of line: Line, depth: Int) throws(MemeError) -> JSONValue {
        let text = rest.drop { $0 == " " }
        guard text.isEmpty || text.first == "#" else {
            lines[lines.startIndex].indent += line.text.count - text.count
            lines[lines.startIndex].text = text
            return try Self.isItem(line) ? block(under: line.indent, depth: depth + 1) : scalar(under: line.indent)
        }
        lines.removeFirst()
        // A list can have the same indentation as its key.
        guard let next = lines.first,
            next.indent > line.indent || next.indent == line.indent && Self.isItem(next) && !Self.isItem(line)
        else { return .null }
        return try block(under: line.indent, depth: depth + 1)
    }

    /// Reads a scalar, which can continue on lines that are indented further than `parent`.
    private mutating func scalar(under parent: Int) throws(MemeError) -> JSONValue {
        let line = lines.removeFirst()
        var text = String(line.text)
        while let next = lines.first, next.indent > parent {
            text += " \(next.text)"
            lines.removeFirst()
        }
        switch text.first {
        case "\"":
            let json = try? Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }
            guard let json else { throw Self.refusal(line, "\(text.prefix(80)) is not a valid string.") }
            return json
        case "'":
            let inner = text.dropFirst().dropLast()
            guard text.count > 1, text.hasSuffix("'"), !inner.replacing("''", with: "").contains("'") else {
                throw Self.refusal(line, "\(text.prefix(80)) is not a valid string.")
            }
            return .text(inner.replacing("''", with: "'"))
        default:
            if let comment = text.firstRange(of: " #") { text = text[..<comment.lowerBound].trimmed }
            guard let first = text.first, !"[]{},&*!|>%@`".contains(first), !text.contains(": "), !text.hasSuffix(":")
            else {
                throw Self.refusal(line, "\(text.prefix(80)) is not supported. Write it in quotes.")
            }
            return ["~", "null"].contains(text) ? .null : .text(text)
        }
    }

    private static func isItem(_ line: Line) -> Bool { line.text == "-" || line.text.hasPrefix("- ") }

    /// Returns the key of a mapping's line; `nil` for another line.
    private static func key(of line: Line) -> Substring? {
        let key = line.text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let rest = line.text.dropFirst(key.count)
        return !key.isEmpty && (rest == ":" || rest.hasPrefix(": ")) ? key : nil
    }

    private static func refusal(_ line: Line, _ message: String) -> MemeError {
        Template.invalid("Line \(line.number): \(message)")
    }
}
