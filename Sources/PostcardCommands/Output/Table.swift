/// A table of text columns that are as wide as their contents, or narrower in a terminal. Each row is one line.
struct Table {
    /// The lines, without trailing whitespace.
    let lines: [String]

    /// The minimum width of a narrowed column. An id has 17 characters.
    private static let leastWidth = 20

    /// Prints rows below their titles.
    static func print<Row>(_ titles: [String], _ rows: [Row], cells: (Row) throws -> [String]) rethrows {
        let width = Console.isOutputTerminal ? Console.width : nil
        Table(titles, try rows.map(cells), width: width).lines.forEach(Console.print)
    }

    /// Lays out the cells.
    ///
    /// - Parameter width: the maximum length of a line; the widest columns are cut to fit. `nil` for no limit.
    init(_ titles: [String], _ cells: [[String]], width: Int? = nil) {
        let rows = [titles] + cells.map { $0.map(\.escapedForTerminal) }
        let columns = rows.map(\.count).max() ?? 0
        var widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        while let width, widths.reduce(2 * (columns - 1), +) > width,
            let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.leastWidth
        {
            widths[widest] -= 1
        }
        lines = rows.map { [widths] row in
            var line = ""
            for (column, whole) in row.enumerated() {
                let cell = whole.count > widths[column] ? "\(whole.prefix(widths[column] - 1))…" : whole
                line += cell
                if column < row.count - 1 { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
            }
            return line
        }
    }
}

extension Int {
    /// Returns the number with a noun in the singular or plural: `1 photo`, `2 photos`. If `plural` is `nil`, the plural is the noun with
    /// an s.
    func counting(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}

extension String {
    /// The first line, shortened to fit in a table.
    var firstLine: String {
        let line = split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.count > 60 ? "\(line.prefix(59))…" : line
    }
}
