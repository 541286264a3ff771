/// The code of a script or style sheet, without most characters that only readers need.
///
/// Indentation, blank lines, comment lines, types in comments, spaces next to punctuation and many line breaks are removed, which needs no
/// parser: lines in which a slash or a backtick is part of the code keep their spaces, since it can begin a regular expression, a template or
/// a comment. Each line of a template's text must contain a backtick.
struct CompactCode {
    private let isStyle: Bool
    /// For each byte, true for a character without spaces around it.
    private let isTight: [Bool]
    /// For each byte, true for a character without a line break after or before it.
    private let isOpening, isClosing: [Bool]

    private(set) var bytes: [UInt8] = []

    /// - Parameter isStyle: true for a style sheet, false for a script.
    init(_ source: some Collection<UInt8>, isStyle: Bool) {
        self.isStyle = isStyle
        isTight = Self.table(isStyle ? "{},;>" : "{},;>=:()<&|?!*[]")
        isOpening = Self.table("{,;>=:(&|?[")
        // In a style sheet, a line break before a dot or a colon can separate selectors.
        isClosing = Self.table(isStyle ? "})" : "}).]:?&|")
        bytes.reserveCapacity(source.count)
        add(source)
    }

    private static func table(_ characters: String) -> [Bool] {
        var table = [Bool](repeating: false, count: 256)
        for byte in characters.utf8 { table[Int(byte)] = true }
        return table
    }

    private mutating func add(_ source: some Collection<UInt8>) {
        let (start, end) = (Array("/*".utf8), Array("*/".utf8))
        var (isInside, joins) = (false, true)
        for line in source.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            guard let first = text.first else { continue }
            if isInside {
                isInside = !text.suffix(2).elementsEqual(end)
                continue
            }
            if text.starts(with: "//".utf8) { continue }
            if text.starts(with: start) {
                guard let close = text.dropFirst(2).firstRange(of: end) else {
                    isInside = true
                    continue
                }
                if close.upperBound == text.endIndex { continue }
            }
            // Most lines contain no types, and a search for a sequence of bytes is slow.
            let code = text.contains(UInt8(ascii: "*")) ? Self.withoutTypes(Array(text)) : Array(text)
            if let last = bytes.last, !joins || !(isOpening[Int(last)] || isClosing[Int(code.first ?? first)]) {
                bytes.append(UInt8(ascii: "\n"))
            }
            let tightened = tightened(code)
            bytes += tightened ?? code
            // A line break ends a comment after code, and can be part of a template.
            joins =
                tightened != nil
                || ["//", "/*", "`"].allSatisfy { mark in code.firstRange(of: Array(mark.utf8)) == nil }
        }
    }

    /// Returns a line without spaces around punctuation; `nil` if it contains a slash or a backtick outside of text in quotes.
    private func tightened(_ line: [UInt8]) -> [UInt8]? {
        var kept: [UInt8] = []
        kept.reserveCapacity(line.count)
        var quote: UInt8?
        var isEscaped = false
        for byte in line {
            if let end = quote {
                if byte == end, !isEscaped { quote = nil }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                kept.append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "`"): return nil
            case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
            case UInt8(ascii: " "):
                // In a style sheet, a space before a colon is part of the selector.
                if let last = kept.last, isTight[Int(last)] || isStyle && last == UInt8(ascii: ":") { continue }
            default: if isTight[Int(byte)], kept.last == UInt8(ascii: " ") { kept.removeLast() }
            }
            kept.append(byte)
        }
        return kept
    }

    /// Returns a line without the types of its expressions: `/** @type {T} */`.
    private static func withoutTypes(_ line: [UInt8]) -> [UInt8] {
        var (kept, rest): ([UInt8], ArraySlice<UInt8>) = ([], line[...])
        while let start = rest.firstRange(of: Array("/** @type ".utf8)),
            let end = rest[start.upperBound...].firstRange(of: Array("*/".utf8))
        {
            kept += rest[..<start.lowerBound]
            rest = rest[end.upperBound...].drop { $0 == UInt8(ascii: " ") }
        }
        return kept + rest
    }
}
