/// The records in text with separated values (RFC 4180): a quoted field can contain separators, line breaks and doubled quotes.
struct SeparatedValues {
    struct Record {
        /// The number of the line where the record starts, from 1.
        let line: Int
        var fields: [String]
        /// True if a quote is not closed.
        var isOpen = false
    }

    private static let (lineFeed, carriageReturn, mark) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\""))

    private(set) var records: [Record] = []

    /// Reads the records. The separator is the comma, semicolon or tab that occurs most often in the first line outside quotes; otherwise
    /// `usual`. Spreadsheets write semicolons where commas are decimal separators.
    ///
    /// The text is read byte by byte, since a separator and a following combining mark would form one character.
    init(_ text: Substring, usual: UInt8) {
        let separator = Self.separator(of: text, usual: usual)
        var record = Record(line: 1, fields: [])
        var field: [UInt8] = []
        var line = 1
        var isQuoted = false
        var wasQuoted = false
        var rest = text.utf8[...]
        func endField() {
            record.fields.append(String(decoding: field, as: UTF8.self))
            (field, wasQuoted) = ([], false)
        }
        while var byte = rest.popFirst() {
            if byte == Self.carriageReturn {
                if rest.first == Self.lineFeed { rest.removeFirst() }
                byte = Self.lineFeed
            }
            if byte == Self.lineFeed { line += 1 }
            if isQuoted {
                if byte != Self.mark {
                    field.append(byte)
                } else if rest.first == Self.mark {
                    field.append(byte)
                    rest.removeFirst()
                } else {
                    isQuoted = false
                }
            } else if byte == Self.mark, field.isEmpty, !wasQuoted {
                (isQuoted, wasQuoted) = (true, true)
            } else if byte == separator {
                endField()
            } else if byte == Self.lineFeed {
                endField()
                records.append(record)
                record = Record(line: line, fields: [])
            } else {
                field.append(byte)
            }
        }
        record.isOpen = isQuoted
        if !field.isEmpty || wasQuoted || !record.fields.isEmpty {
            endField()
            records.append(record)
        }
    }

    /// Returns a record of comma-separated values, without a line break at the end.
    static func line(_ fields: [String]) -> String {
        let texts = fields.map { field in
            let isPlain = !field.utf8.contains { [mark, lineFeed, carriageReturn, UInt8(ascii: ",")].contains($0) }
            return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
        }
        return texts.joined(separator: ",")
    }

    private static func separator(of text: Substring, usual: UInt8) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in text.utf8 {
            if byte == mark { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == lineFeed || byte == carriageReturn { break }
            counts[byte, default: 0] += 1
        }
        let separators = [usual, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        return separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? usual
    }
}
