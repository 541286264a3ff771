/// A table of text columns that are as wide as their contents. Each row is one line.
struct Table {
    /// The lines without white space at their ends.
    let lines: [String]

    /// Prints rows below their titles.
    static func print<Row>(_ titles: [String], _ rows: [Row], cells: (Row) throws -> [String]) rethrows {
        Table(titles, try rows.map(cells)).lines.forEach(Console.print)
    }

    /// Lays out the cells.
    init(_ titles: [String], _ cells: [[String]]) {
        let rows = [titles] + cells.map { $0.map(\.escapedForTerminal) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        lines = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
            }
            return line
        }
    }
}

extension Int {
    /// Returns the number with a noun in the singular or plural: `1 photo`, `2 photos`. `plural` is the plural; `nil` for the noun with an s.
    func counting(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}

extension String {
    /// The first line, cut off to fit into a table.
    var firstLine: String {
        let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.count > 60 ? "\(line.prefix(59))…" : line
    }
}
