import ArgumentParser
import PlatformFoundation

/// The arguments that a command declares.
struct CommandDefinition {
    struct Argument: Decodable {
        struct Name: Decodable {
            enum Kind: String, Decodable { case long, short, longWithSingleDash }

            let kind: Kind
            let name: String

            /// The name as typed, with its hyphens.
            var typed: String { (kind == .long ? "--" : "-") + name }
        }

        enum Kind: String, Decodable { case positional, option, flag }

        let kind: Kind
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let defaultValue: String?
        let allValues: [String]?
        let isRepeating: Bool
        let shouldDisplay: Bool
        let parsingStrategy: String

        /// True if one name takes all values up to the next option.
        var takesList: Bool { parsingStrategy == "upToNextOption" }

        /// The long name as typed, used in messages about the argument; `nil` if there is none.
        var longName: String? { names?.first { $0.kind == .long }?.typed }
    }

    let arguments: [Argument]

    /// Reads the definition of a command, which the parser prints as JSON for a special option.
    ///
    /// - Throws: `DecodingError` if the argument parser describes commands in an unknown format.
    init(of command: any ParsableCommand.Type) throws {
        struct Tool: Decodable {
            struct Command: Decodable { let arguments: [Argument]? }
            let command: Command
        }
        var description = ""
        do {
            _ = try command.parseAsRoot(["--experimental-dump-help"])
        } catch {
            description = command.message(for: error)
        }
        arguments = try JSONDecoder().decode(Tool.self, from: Data(description.utf8)).command.arguments ?? []
    }

    /// Returns the option or flag with a name as typed, such as `--output` or `-o`; `nil` if there is none.
    func argument(typed text: String) -> Argument? {
        arguments.first { $0.names?.contains { $0.typed == text } ?? false }
    }
}

extension ParsableCommand {
    /// The name of the command.
    static var name: String { configuration.commandName ?? "" }

    /// The subcommands that the help lists.
    static var shownSubcommands: [any ParsableCommand.Type] {
        configuration.subcommands.filter { $0.configuration.shouldDisplay }
    }

    /// Returns the subcommand with a name or synonym; `nil` if there is none.
    static func subcommand(named text: String) -> (any ParsableCommand.Type)? {
        func exact(_ name: String) -> (any ParsableCommand.Type)? {
            configuration.subcommands.first { $0.name == name }
        }
        return exact(text) ?? synonyms.first { $0.contains(text) }?.lazy.compactMap(exact).first
    }

    /// Synonyms that the help does not list. Users try words that they know from other programs.
    private static var synonyms: [[String]] {
        [
            ["new", "add", "create", "drop", "make"], ["list", "ls"], ["show", "view"], ["edit", "change", "rename"],
            ["remove", "delete", "rm"], ["restore", "undelete"],
        ]
    }
}
