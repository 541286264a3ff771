import ArgumentParser
import PostcardCore
import PostcardLibrary

/// The command-line arguments, ordered so that the parser can't mistake a value for an option: each option joined to its value (`--text=-
/// milk`), then `--` and all other values.
///
/// Text, names, coordinates, boxes and numbers can start with a minus, as options do. A word is an option if
/// - the called command declares it, or
/// - it has the form `--word`, or
/// - it has the form `-x` and does not follow an option that takes a value: `--text -x` sets the text to `-x`.
///
/// An option that the command does not declare is left to the parser, which rejects it. Other words, such as `-33.8,151.2`, `-dash text`
/// and `--- sep`, are values.
struct ArgumentList {
    private let root: any ParsableCommand.Type
    private let command: any ParsableCommand.Type
    /// The names of the command and its parents, without the program name.
    private let path: [String]
    /// The words after the names of the command.
    private let words: ArraySlice<String>

    /// Finds the called command.
    ///
    /// - Parameter typed: the words after the program's name.
    /// - Throws: `ValidationError` for an unknown command.
    init(_ typed: ArraySlice<String>, of root: any ParsableCommand.Type) throws {
        self.root = root
        var rest = typed
        switch typed.first {
        case "help":
            (command, path) = try Self.helped(typed.dropFirst(), root)
            rest = ["--help"]
        // `postcard meme help` works too, as in other programs.
        case _? where Self.endsWithHelp(typed, of: root):
            (command, path) = try Self.helped(typed.dropLast(), root)
            rest = ["--help"]
        default: (command, path) = try Self.command(of: &rest, in: root)
        }
        words = rest
    }

    /// Returns the command with its arguments.
    ///
    /// - Throws: the parser's errors.
    func parsed() throws -> any ParsableCommand {
        // In `meme photo.jpg --help`, the command is `make`, and its help comes from the parser.
        if command == MemeCommand.self, ["-h", "--help"].contains(words.first) {
            throw CleanExit.message(MemeCommand.help)
        }
        try refuseRepetition()
        // If no value starts with a minus, the parser's result is correct. The command's definition, which takes milliseconds to read, is
        // then not needed. If the parser mistakes the value of an option for an unknown option, the parser throws an error, and the
        // definition is used. The command is first parsed on its own, because the parser would otherwise also read its parent commands. The
        // parser of the whole program prints help and errors.
        if command.configuration.subcommands.isEmpty, allLookLikeOptions,
            let plain = try? command.parseAsRoot(Array(words)),
            type(of: plain) == command
        {
            return plain
        }
        return try root.parseAsRoot(arguments)
    }

    /// The arguments in the order that the parser needs.
    var arguments: [String] {
        get throws {
            guard command.configuration.subcommands.isEmpty, words.contains(where: { $0.hasPrefix("-") }) else {
                return path + words
            }
            let (options, values) = Self.sort(words, by: try CommandDefinition(of: command))
            return path + options + (values.isEmpty ? [] : ["--"] + values)
        }
    }

    /// Rejects a single-value option that is given twice, since it is unclear which value is meant.
    private func refuseRepetition() throws {
        let names = words.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }.filter {
            $0.hasPrefix("-") && $0.count > 1
        }
        // The definition takes milliseconds to read, so it is read only if a name is or might be repeated: `-o` can be short for
        // `--output`.
        let hasRepeatedName = Set<NameKey>(names: names).count < names.count
        let hasShortAndLongName = names.contains { short in
            short.count == 2 && names.contains { $0.hasPrefix("-\(short)") && $0 != short }
        }
        guard hasRepeatedName || hasShortAndLongName else { return }
        let definition = try CommandDefinition(of: command)
        var given: Set<NameKey> = []
        for option in Self.sort(words, by: definition).options {
            guard let argument = definition.argument(typed: String(option.prefix { $0 != "=" })),
                argument.kind == .option, !argument.isRepeating, let long = argument.longName
            else { continue }
            try require(given.insert(long).inserted, "\(long) is given twice. Use it only once.")
        }
    }

    /// True if all words with a minus have the form `--word` or `-x`.
    private var allLookLikeOptions: Bool {
        words.allSatisfy { !$0.hasPrefix("-") || Self.looksLong($0) || Self.looksShort($0) }
    }

    /// Returns the called command and its names, including the names of default commands. Removes the names from `rest`.
    static func command(
        of rest: inout ArraySlice<String>, in root: any ParsableCommand.Type
    ) throws -> (command: any ParsableCommand.Type, path: [String]) {
        var command = root
        var path: [String] = []
        while let next = rest.first, !["-h", "--help", "--help-hidden", "--version"].contains(next) {
            if let subcommand = command.subcommand(named: next) {
                command = subcommand
                rest.removeFirst()
            } else if let standard = command.configuration.defaultSubcommand {
                command = standard
            } else {
                if !command.configuration.subcommands.isEmpty, !next.hasPrefix("-") {
                    throw unknown(next, of: command, path: path)
                }
                break
            }
            path.append(command.name)
        }
        return (command, path)
    }

    /// Separates options with their values from the other values.
    static func sort(
        _ typed: ArraySlice<String>, by definition: CommandDefinition
    ) -> (options: [String], values: [String]) {
        var rest = typed
        var options: [String] = []
        var values: [String] = []
        while let token = rest.popFirst() {
            if token == "--" {
                values += rest
                break
            }
            guard isOption(token, of: definition) else {
                values.append(token)
                continue
            }
            guard let argument = definition.argument(typed: token), argument.kind == .option,
                let name = argument.longName, let next = rest.first, mayBeValue(next, of: definition)
            else {
                options.append(token)
                continue
            }
            repeat {
                let value = rest.removeFirst()
                // With an equals sign, the parser would treat an empty value as missing.
                options += value.isEmpty ? [name, value] : ["\(name)=\(value)"]
            } while argument.takesList && rest.first.map { mayBeValue($0, of: definition) } ?? false
        }
        return (options, values)
    }

    /// Returns true if a word after an option that takes a value can be that value. `-x` qualifies unless the command declares it.
    private static func mayBeValue(_ text: String, of definition: CommandDefinition) -> Bool {
        guard text != "--", definition.argument(typed: text) == nil else { return false }
        return !text.hasPrefix("--") || !isOption(text, of: definition)
    }

    private static func isOption(_ text: String, of definition: CommandDefinition) -> Bool {
        let name = text.prefix { $0 != "=" }
        if definition.argument(typed: String(name)) != nil { return true }
        return looksLong(text) || looksShort(text)
    }

    /// Returns true if a string has the form `--word` or `--word=value`.
    private static func looksLong(_ text: String) -> Bool {
        let name = text.prefix { $0 != "=" }
        let word = name.dropFirst(2)
        return name.hasPrefix("--") && word.first?.isLetter == true
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// Returns true if a string has the form `-x`.
    private static func looksShort(_ text: String) -> Bool {
        text.count == 2 && text.first == "-" && text.last?.isASCII == true && text.last?.isLetter == true
    }

    /// Returns true if a command's names and then `help` were typed, and no picture named `help` exists.
    private static func endsWithHelp(_ typed: ArraySlice<String>, of root: any ParsableCommand.Type) -> Bool {
        guard typed.count > 1, typed.last == "help", !MemeSource.isExistingPath("help") else { return false }
        return (try? helped(typed.dropLast(), root))?.path.count == typed.count - 1
    }

    /// Returns the command that a help request is for, and its names.
    private static func helped(
        _ path: ArraySlice<String>, _ root: any ParsableCommand.Type
    ) throws -> (command: any ParsableCommand.Type, path: [String]) {
        var rest = path.drop { $0.hasPrefix("-") }
        let (command, path) = try command(of: &rest, in: root)
        if let next = rest.first, !next.hasPrefix("-"), command.configuration.subcommands.isEmpty, !path.isEmpty {
            throw ValidationError("postcard \(path.joined(separator: " ")) has no subcommand \(next).")
        }
        return (command, path)
    }

    private static func unknown(
        _ name: String, of command: any ParsableCommand.Type, path: [String]
    ) -> Failure {
        let program = (["postcard"] + path).joined(separator: " ")
        let names = command.shownSubcommands.map { $0.name }
        let meant = Spelling.nearest(to: name, of: names) ?? (path.isEmpty ? commandName(for: name) : nil)
        let hint = meant.map { "Did you mean \(program) \($0)? " } ?? ""
        return Failure(.usage, "There is no command \(program) \(name). \(hint)See all commands: \(program) --help")
    }

    /// Returns the command for a word that users know from other programs; `nil` for an unknown word.
    private static func commandName(for word: String) -> String? {
        switch word {
        case "thumbs", "thumb", "resize": "thumbnail"
        case "convert", "crop", "rotate": "edit"
        case "undo": "restore"
        case "search", "find": "place search"
        case "import", "export", "check", "repair": "library \(word)"
        default: nil
        }
    }
}
