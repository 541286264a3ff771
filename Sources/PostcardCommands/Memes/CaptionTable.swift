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
        var picture: String?
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
        try require(
            !first.isOpen && header.contains(where: { !reserved.contains($0.lowercased()) }), .badData,
            "The first line of \(name) must contain the column names: name, picture, template and style (as needed), and one for each text, such as top and bottom."
        )
        return records.filter { $0.fields != [""] }.map { record in
            var row = Row(line: record.line)
            if record.isOpen { row.problem = "a quote is not closed." }
            if record.fields.count > header.count {
                row.problem = "it has \(record.fields.count.counting("field")) for \(header.count.counting("column"))."
            }
            row.set(zip(header, record.fields).map { (column: $0, texts: [$1]) })
            // A row can have fewer texts than there are columns.
            while row.texts.last?.isEmpty == true { row.texts.removeLast() }
            return row
        }
    }

    /// The names of columns that are not texts.
    private static let reserved = ["name", "picture", "template", "style"]

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
            let sorted = fields.sorted { (Row.rank($0.key.string), $0.key) < (Row.rank($1.key.string), $1.key) }
            row.set(sorted.map { (column: $0.key.string, texts: $0.value.texts) })
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
    private static let usualNames = ["text", "texts", "title", "top", "middle", "bottom", "line"]

    /// Returns the position of a column among those with usual names; all other columns follow.
    fileprivate static func rank(_ column: String) -> Int {
        usualNames.firstIndex(of: column.lowercased()) ?? usualNames.count
    }

    /// Sets the values of the columns. If all texts have usual names, such as `bottom` and `top`, the names decide the order.
    fileprivate mutating func set(_ fields: [(column: String, texts: [String])]) {
        var captions = fields.filter { !set($0.column.lowercased(), $0.texts.first) }
        if captions.allSatisfy({ Self.rank($0.column) < Self.usualNames.count }) {
            captions.sort { Self.rank($0.column) < Self.rank($1.column) }
        }
        // If the bottom has the only text, the top stays empty.
        if captions.map({ $0.column.lowercased() }) == ["bottom"] { texts.append("") }
        texts += captions.flatMap(\.texts).map(\.withLineBreaks)
    }

    /// Sets a value that is not a text; false if the column contains texts.
    private mutating func set(_ column: String, _ field: String?) -> Bool {
        let value = field?.isEmpty == true ? nil : field
        switch column {
        case "name": name = value
        case "picture": picture = value
        case "template": template = value
        case "style": style = value
        default: return false
        }
        return true
    }
}
