import ArgumentParser

struct MemeCommand: AsyncParsableCommand {
    /// The hint for a library without memes.
    static let hint =
        "Memes made in a terminal or with --library are saved: postcard meme photo.jpg \"TOP\" \"BOTTOM\" -o meme.jpg"

    static let configuration = CommandConfiguration(
        commandName: "meme", abstract: "Make memes, and manage saved memes.",
        usage: """
            postcard meme <picture> [<text> ...] [<options>]
            postcard meme --template <name> [<text> ...] [<options>]
            postcard meme <subcommand>
            """,
        discussion: """
            The default is white capitals with a black outline, as large as possible, at
            the top and bottom. For other styles, use --style or a template. Animations stay
            animated.

            STYLES
              classic (top, bottom), band and band-below (text), subtitle (text),
              poster (title, line), label (text), credit (text)

            EXAMPLES
              postcard meme photo.jpg "ONE DOES NOT SIMPLY" "SHIP ON FRIDAY" -o out.jpg
              postcard meme photo.jpg "Patience" "A virtue" --style poster -o poster.jpg
              postcard meme https://example.org/cat.gif "STILL" "MOVING" -o cat.gif
              postcard meme --template crossroads "Fix the bug" "Rewrite it" "Me" \\
                -o out.png
              cat photo.jpg | postcard meme - "TOP" "BOTTOM" -o - > out.jpg
              postcard meme photo-7k3x9w2mq4ta "WISH YOU WERE HERE"
              postcard meme list --since 2026-11-01
              postcard meme redo meme-2v8nq0c4r6td "OTHER WORDS"
              postcard meme export meme-2v8nq0c4r6td --to ~/Desktop
            """,
        subcommands: [
            MemeMakeCommand.self, MemeRedoCommand.self, MemeListCommand.self, MemeShowCommand.self,
            MemeExportCommand.self, MemeSheetCommand.self, MemeRemoveCommand.self,
        ],
        defaultSubcommand: MemeMakeCommand.self)
}

extension MemeCommand {
    /// The text of `postcard meme --help`. The parser's text lists the subcommands, but not the arguments of the default subcommand,
    /// `make`. So `ArgumentList` prints this text instead, with the arguments and main options of `make` before the subcommands.
    static var help: String {
        let own = Postcard.helpMessage(for: Self.self)
        guard let heading = own.firstRange(of: "\nOPTIONS:\n") else { return own }
        let make = Postcard.helpMessage(for: MemeMakeCommand.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        var inserted = Array(make.drop { $0 != "ARGUMENTS:" }.prefix { !$0.isEmpty })
        inserted += ["", "OPTIONS:"]
        for option in mainOptions { inserted += entry(of: option, in: make) }
        inserted += ["  All options, with more examples: postcard meme make --help", ""]
        return own[..<heading.lowerBound] + "\n" + inserted.joined(separator: "\n")
            + own[heading.upperBound...].drop { $0 != "\n" }
    }

    /// The options of `make` that the help for `meme` lists, since the help for `make` is long.
    private static let mainOptions = [
        "--output", "--style", "--template", "--color", "--size", "--crop", "--for", "--preview", "--force",
    ]

    /// Returns the lines of an option in the parser's help text. The first line starts with two spaces and the names of the option, and
    /// further lines of the description are indented.
    private static func entry(of option: String, in help: [Substring]) -> [Substring] {
        let rest = help.drop { line in
            let names = line.split { " ,".contains($0) }.prefix { $0.hasPrefix("-") }
            return !(line.hasPrefix("  -") && names.contains(option[...]))
        }
        return Array(rest.prefix(1) + rest.dropFirst().prefix { $0.hasPrefix("   ") })
    }
}
