internal import PostcardCore

import ArgumentParser
import PostcardLibrary

/// The arguments of a run, in a form in which the parser mistakes no value for an option.
///
/// Texts, names, coordinates, boxes and numbers may begin with a minus. What the command that is called declares tells them
/// from its options: an option's value is joined to it (`--text=- milk`), all other values go behind `--`.
///
/// An option is a name that the command declares, or what looks like one that it might: `--word` or `-x`. Anything else is a
/// value: `-33.8,151.2`, `-dash text`, `--- sep`.
struct ArgumentList {
    let arguments: [String]

    /// - Parameters:
    ///   - typed: what was typed behind the program's name.
    ///   - root: the whole program.
    /// - Throws: `ValidationError` for a command that there is not.
    init(_ typed: ArraySlice<String>, of root: any ParsableCommand.Type) throws {
        switch typed.first {
        case "help":
            try Self.checkHelp(typed.dropFirst(), root)
            arguments = Array(typed)
            return
        // How programs with this parser are asked for the script.
        case "--generate-completion-script":
            arguments = ["completions"] + typed.dropFirst()
            return
        default: break
        }
        var rest = typed
        let (command, path) = try Self.command(of: &rest, in: root)
        guard command.configuration.subcommands.isEmpty, !Self.isUnmistakable(rest) else {
            arguments = path + rest
            return
        }
        let (options, values) = Self.sort(rest, by: try CommandDefinition(of: command))
        arguments = path + options + (values.isEmpty ? [] : ["--"] + values)
    }

    /// The command that is called, and how it is called; a default one by its own name.
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

    /// Tells if every word with a minus looks like an option, and none may be the value of another: then the parser needs no help,
    /// and the command's definition, which takes milliseconds, is not read.
    private static func isUnmistakable(_ typed: ArraySlice<String>) -> Bool {
        var mayTakeValue = false
        for token in typed {
            if token.hasPrefix("-") {
                let isShort = looksShort(token)
                guard looksLong(token) || isShort && !mayTakeValue else { return false }
                mayTakeValue = !token.contains("=")
            } else {
                mayTakeValue = false
            }
        }
        return true
    }

    /// Options with their values, and the values that stand alone.
    private static func sort(
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
                // Nothing behind the equals sign would count as no value.
                options += value.isEmpty ? [name, value] : ["\(name)=\(value)"]
            } while argument.takesList && rest.first.map { mayBeValue($0, of: definition) } ?? false
        }
        return (options, values)
    }

    /// Tells if a word behind an option is its value. An option of one letter that there is not is one, such as `-x`.
    private static func mayBeValue(_ text: String, of definition: CommandDefinition) -> Bool {
        guard text != "--", definition.argument(typed: text) == nil else { return false }
        return !text.hasPrefix("--") || !isOption(text, of: definition)
    }

    private static func isOption(_ text: String, of definition: CommandDefinition) -> Bool {
        let name = text.prefix { $0 != "=" }
        if definition.argument(typed: String(name)) != nil { return true }
        return looksLong(text) || looksShort(text)
    }

    /// `--word`, with or without a value behind an equals sign.
    private static func looksLong(_ text: String) -> Bool {
        let name = text.prefix { $0 != "=" }
        let word = name.dropFirst(2)
        return name.hasPrefix("--") && word.first?.isLetter == true
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// `-x`.
    private static func looksShort(_ text: String) -> Bool {
        text.count == 2 && text.first == "-" && text.last?.isASCII == true && text.last?.isLetter == true
    }

    private static func checkHelp(_ path: ArraySlice<String>, _ root: any ParsableCommand.Type) throws {
        var rest = path
        while rest.first?.hasPrefix("-") == true { rest.removeFirst() }
        let (command, path) = try command(of: &rest, in: root)
        if let next = rest.first, !next.hasPrefix("-"), command.configuration.subcommands.isEmpty, !path.isEmpty {
            throw ValidationError("postcard \(path.joined(separator: " ")) has no commands, and so no \(next).")
        }
    }

    private static func unknown(
        _ name: String, of command: any ParsableCommand.Type, path: [String]
    ) -> ValidationError {
        let program = (["postcard"] + path).joined(separator: " ")
        let names = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0.name }
        let hint =
            Spelling.nearest(to: name, of: names).map { "Did you mean \($0)?" } ?? "See all with: \(program) --help"
        return ValidationError("There is no command \(program) \(name). \(hint)")
    }
}
