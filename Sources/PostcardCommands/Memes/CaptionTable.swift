import PlatformFoundation
import PostcardCore

/// A table of memes from a CSV, TSV or JSON Lines file, one meme per row. An invalid row does not affect the others.
struct CaptionTable {
    /// A row of the table, which describes one meme.
    struct Row {
        /// The number of the line where the row starts, from 1.
        let line: Int
        /// The file name of the meme without its extension.
        var name: String?
        /// The pictures, which a layout joins if there are several.
        var pictures: [String] = []
        var layout: String?
        var template: String?
        var style: String?
        /// The texts in the order of the columns.
        var texts: [String] = []
        /// The reason that the row is invalid; `nil` if it is valid.
        var problem: String?
    }

    /// The maximum number of rows.
    private static let maximumRows = 10_000
    /// The file name extensions of tables.
    static let extensions = ["csv", "tsv", "jsonl", "ndjson"]

    let rows: [Row]

    /// Reads a table.
    ///
    /// - Throws: `Failure` for a table with no rows or too many rows, and for text that is not UTF-8.
    init(_ bytes: [UInt8], extension kind: String, named name: String) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "\(name) is not UTF-8 text. Save it as UTF-8.")
        }
        let content = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        switch kind.lowercased() {
        case "csv": rows = try Self.rows(of: content, separator: UInt8(ascii: ","), named: name)
        case "tsv": rows = try Self.rows(of: content, separator: UInt8(ascii: "\t"), named: name)
        default: rows = Self.objects(content)
        }
        try require(!rows.isEmpty, .badData, "\(name) has no rows for memes. Add at least one row.")
        try require(
            rows.count <= Self.maximumRows, .badData,
            "\(name) has \(rows.count) rows; at most \(Self.maximumRows) are allowed. Split the table.")
    }

    /// Reads rows of separated values. `separator` is the default separator.
    private static func rows(of text: Substring, separator: UInt8, named name: String) throws -> [Row] {
        var records = SeparatedValues(text, usual: separator).records[...]
        guard let first = records.popFirst() else { return [] }
        let header = first.fields.map(\.trimmed)
        let names = textNames(header)
        try require(
            !first.isOpen && !names.isEmpty, .badData,
            "The first line of \(name) must contain the column names: name, picture, layout, template and style (as needed), and one for each text, such as top and bottom."
        )
        // If all texts have usual names, such as bottom and top, the names decide the order.
        var columns = Array(header.indices)
        if names.allSatisfy(usualNames.contains) {
            columns.sort { (rank(header[$0]), $0) < (rank(header[$1]), $1) }
        }
        return records.filter { $0.fields != [""] }.map { record in
            var row = Row(line: record.line, texts: textsAbove(names))
            if record.isOpen { row.problem = "a quote is not closed." }
            if record.fields.count > header.count {
                row.problem = "it has \(record.fields.count.counting("field")) for \(header.count.counting("column"))."
            }
            for column in columns where column < record.fields.count { row.set(header[column], record.fields[column]) }
            // A row can have fewer texts than there are columns.
            while row.texts.last?.isEmpty == true { row.texts.removeLast() }
            return row
        }
    }

    /// The names of columns that are not texts.
    private static let reserved = ["name", "picture", "layout", "template", "style"]
    /// The usual names of text columns, in the order of the texts.
    private static let usualNames = ["text", "texts", "title", "top", "middle", "bottom", "line"]

    /// Returns the names of the columns that contain texts, in lowercase.
    private static func textNames(_ columns: [String]) -> [String] {
        columns.map { $0.lowercased() }.filter { !reserved.contains($0) }
    }

    /// Returns the position of a name among the usual names, or their number for any other name.
    private static func rank(_ name: String) -> Int { usualNames.firstIndex(of: name.lowercased()) ?? usualNames.count }

    /// Returns an empty text for the top if the only text is for the bottom.
    private static func textsAbove(_ names: [String]) -> [String] { names == ["bottom"] ? [""] : [] }

    /// Reads one JSON object per line. Texts are in `texts`, or in members with column names, sorted by these names.
    private static func objects(_ text: Substring) -> [Row] {
        var rows: [Row] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard !Substring(line).allSatisfy(\.isWhitespace) else { continue }
            var row = Row(line: index + 1)
            guard let fields = try? JSONDecoder().decode([NameKey: Field].self, from: Data(line)) else {
                row.problem = "it is not a JSON object with texts, such as {\"top\": \"A\", \"bottom\": \"B\"}."
                rows.append(row)
                continue
            }
            row.texts = textsAbove(textNames(fields.keys.map(\.string)))
            let sorted = fields.sorted { (rank($0.key.string), $0.key) < (rank($1.key.string), $1.key) }
            for (column, field) in sorted {
                for text in field.texts { row.set(column.string, text) }
            }
            rows.append(row)
        }
        return rows
    }

    private struct Field: Decodable {
        let texts: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            texts = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
        }
    }
}

extension CaptionTable.Row {
    fileprivate mutating func set(_ column: String, _ field: String) {
        let value = field.isEmpty ? nil : field
        switch column.lowercased() {
        case "name": name = value
        case "picture": pictures += [value].compactMap(\.self)
        case "layout": layout = value
        case "template": template = value
        case "style": style = value
        default: texts.append(field.withLineBreaks)
        }
    }
}
