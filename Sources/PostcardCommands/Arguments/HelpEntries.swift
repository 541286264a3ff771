/// The arguments and options of a help, as the argument parser writes it: each in a line that begins two columns in, with what it does beside
/// and below it.
struct HelpEntries {
    private let lines: [Substring]

    init(_ help: String) {
        lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// A section with its heading.
    func section(_ title: String) -> String {
        guard let start = lines.firstIndex(of: "\(title):"[...]) else { return "" }
        return lines[start...].prefix { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }

    /// The options with these long names, in the order of these, under their heading.
    func options(named names: [String]) -> String {
        "OPTIONS:\n" + names.map(option).joined()
    }

    private func option(named name: String) -> String {
        let isWanted = { (line: Substring) in
            line.hasPrefix("  -")
                && line.split(whereSeparator: { " ,".contains($0) }).prefix { $0.hasPrefix("-") }
                    .contains(name[...])
        }
        guard let start = lines.firstIndex(where: isWanted) else { return "" }
        let more = lines[(start + 1)...].prefix { $0.hasPrefix("   ") }
        return ([lines[start]] + more).map { $0 + "\n" }.joined()
    }
}
