import ArgumentParser

/// The manual page of a command for man(1), made from the command's definition.
struct ManualPage {
    let command: any ParsableCommand.Type
    /// The names of the command and its parents, without the program name.
    let path: [String]

    /// The file name of the page.
    var fileName: String { "\(title).1" }

    private var title: String { (["postcard"] + path).joined(separator: "-") }

    /// Returns the pages of a command and its subcommands.
    static func all(of command: any ParsableCommand.Type = Postcard.self, path: [String] = []) -> [ManualPage] {
        [ManualPage(command: command, path: path)]
            + command.shownSubcommands.flatMap { all(of: $0, path: path + [$0.name]) }
    }

    /// Returns the page in man(7) format.
    ///
    /// - Throws: `DecodingError` if the argument parser describes commands in an unknown format.
    func text() throws -> String {
        let configuration = command.configuration
        let version = Postcard.version
        var lines = [
            ".TH \(Self.escaped(title.uppercased())) 1 \"\" \"Postcard \(version)\" \"Postcard\"", ".SH NAME",
            "\(Self.escaped(title)) \\- \(Self.escaped(configuration.abstract))", ".SH SYNOPSIS", ".nf",
        ]
        lines += Postcard.usageString(for: command).split(separator: "\n").map {
            Self.line($0.replacing("Usage: ", with: "").drop { $0 == " " })
        }
        lines += [".fi", ".SH DESCRIPTION"]
        let description = Self.sections(configuration.discussion)
        // The discussion consists of examples only.
        if description.first?.hasPrefix(".SH") ?? true { lines.append(Self.line(configuration.abstract)) }
        lines += description
        let arguments = try CommandDefinition(of: command).arguments.filter(\.shouldDisplay)
        if !arguments.isEmpty { lines.append(".SH OPTIONS") }
        for argument in arguments { lines += Self.lines(of: argument) }
        if let documented = command as? any DocumentedCommand.Type {
            let section = documented.manualSection
            lines.append(".SH \(Self.escaped(section.title))")
            for entry in section.entries {
                let names = entry.names.map { Self.bold($0) }
                lines += [".TP", names.joined(separator: ", "), Self.line(entry.text)]
            }
        }
        let below = command.shownSubcommands
        if !below.isEmpty { lines.append(".SH COMMANDS") }
        for subcommand in below {
            lines += [
                ".TP", "\(Self.bold("\(title)-\(subcommand.name)"))(1)",
                Self.line(subcommand.configuration.abstract),
            ]
        }
        if !path.isEmpty {
            let parent = (["postcard"] + path.dropLast()).joined(separator: "-")
            lines += [".SH SEE ALSO", "\(Self.bold(parent))(1)"]
        }
        return lines.joined(separator: "\n")
    }

    private static func lines(of argument: CommandDefinition.Argument) -> [String] {
        let value = argument.kind == .flag ? "" : " \\fI\(escaped(argument.valueName ?? "value"))\\fR"
        let names = (argument.names ?? []).map(\.typed).sorted { $0.count < $1.count }
            .map { bold($0) }.joined(separator: ", ")
        let heading = names.isEmpty ? value.dropFirst() : (names + value)[...]
        var text = argument.abstract ?? ""
        if let values = argument.allValues, !values.isEmpty { text += " Values: \(values.joined(separator: ", "))." }
        if let standard = argument.defaultValue { text += " Default: \(standard)." }
        return [".TP", String(heading)] + text.split(separator: "\n").map { line($0) }
    }

    /// Converts a discussion. Lines in capitals are headings; indented lines are printed unchanged.
    private static func sections(_ text: String) -> [String] {
        var lines: [String] = []
        var isVerbatim = false
        for written in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = written.hasPrefix(" ")
            if isIndented != isVerbatim {
                lines.append(isIndented ? ".nf" : ".fi")
                isVerbatim = isIndented
            }
            if written.isEmpty {
                lines.append(".PP")
            } else if written.count > 2, written.allSatisfy({ $0.isUppercase || $0 == " " }) {
                if lines.last == ".PP" { lines.removeLast() }
                lines.append(".SH \(written)")
            } else {
                lines.append(line(written))
            }
        }
        if isVerbatim { lines.append(".fi") }
        return lines
    }

    private static func bold(_ text: some StringProtocol) -> String { "\\fB\(escaped(text))\\fR" }

    /// Returns a line of text, escaped so that man(7) does not read it as a request.
    private static func line(_ text: some StringProtocol) -> String {
        let escaped = escaped(text)
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        String(text).replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("~", with: "\\(ti")
            .replacing("^", with: "\\(ha").replacing("`", with: "\\(ga")
    }
}
