/// Columns for people to read, as wide as what is in them. Each row is one line, whatever is in its cells.
struct Table {
    /// The lines, without blanks at their ends.
    let lines: [String]

    /// Prints rows under their titles.
    static func print<Row>(_ titles: [String], _ rows: [Row], cells: (Row) throws -> [String]) rethrows {
        Table(titles, try rows.map(cells)).lines.forEach(Console.print)
    }

    /// Puts cells in columns.
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
    /// The number with a noun, in its plural unless the number is 1: `1 photo`, `2 photos`. `plural` is the plural;
    /// otherwise the noun with an s.
    func counting(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}
