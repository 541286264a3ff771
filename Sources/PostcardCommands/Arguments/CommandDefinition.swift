import ArgumentParser
import PlatformFoundation

/// A command's arguments as the command itself declares them.
struct CommandDefinition {
    struct Argument: Decodable {
        struct Name: Decodable {
            enum Kind: String, Decodable { case long, short, longWithSingleDash }

            let kind: Kind
            let name: String

            /// As it is typed.
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
        let completionKind: Completion?

        /// True if one name takes all values up to the next option.
        var takesList: Bool { parsingStrategy == "upToNextOption" }

        /// The long name, by which messages and completion requests refer to it.
        var longName: String? { names?.first { $0.kind == .long }?.typed }
    }

    /// The completion of a value.
    struct Completion: Decodable {
        struct Files: Decodable { let extensions: [String] }
        struct List: Decodable { let values: [String] }
        struct Empty: Decodable {}

        let file: Files?
        let list: List?
        let directory: Empty?
        let custom: Empty?
    }

    let arguments: [Argument]

    /// Asks a command for its arguments.
    ///
    /// - Throws: `DecodingError` when the argument parser describes commands in a way that is not known.
    init(of command: any ParsableCommand.Type) throws {
        struct Tool: Decodable {
            struct Command: Decodable { let arguments: [Argument]? }
            let command: Command
        }
        arguments =
            try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)).command.arguments ?? []
    }

    /// The option or flag that is typed so, `--output` or `-o`.
    func argument(typed text: String) -> Argument? {
        arguments.first { $0.names?.contains { $0.typed == text } ?? false }
    }

    var positionals: [Argument] { arguments.filter { $0.kind == .positional } }
}

extension ParsableCommand {
    /// The name by which the command is called.
    static var name: String { _commandName }

    /// The commands below this one that help texts name.
    static var shownSubcommands: [any ParsableCommand.Type] {
        configuration.subcommands.filter { $0.configuration.shouldDisplay }
    }

    /// The command below this one that is called so.
    static func subcommand(named text: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.name == text || $0.configuration.aliases.contains(text) }
    }
}
