import ArgumentParser

struct MemeCommand: AsyncParsableCommand {
    /// The hint for a library without memes.
    static let hint =
        "A meme that is made at a terminal is kept: postcard meme photo.jpg \"TOP\" \"BOTTOM\" -o meme.jpg"

    static let configuration = CommandConfiguration(
        commandName: "meme", abstract: "Put words on a picture, and keep the memes of a library.",
        usage: """
            postcard meme <picture> [<text> ...] [<options>]
            postcard meme --template <name> [<text> ...] [<options>]
            postcard meme <subcommand>
            """,
        discussion: """
            White capitals with a black outline, as large as they fit, at the top and at
            the bottom; or another style, or a template. What moves keeps moving.

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

    /// The options of `make` that the help of `meme` lists, since the help of `make` is long.
    private static let options = [
        "--output", "--style", "--template", "--color", "--size", "--crop", "--for", "--preview", "--force",
    ]

    /// The text of `postcard meme --help`: the help of the command, with the arguments and main options of `make` before the subcommands.
    static var help: String {
        let own = Postcard.helpMessage(for: Self.self)
        let make = HelpEntries(Postcard.helpMessage(for: MemeMakeCommand.self))
        let arguments = make.section("ARGUMENTS") + "\n" + make.options(named: options)
        let more = "  All options, with more examples: postcard meme make --help"
        guard let place = own.firstRange(of: "\nOPTIONS:\n") else { return own }
        return own[..<place.lowerBound] + "\n\(arguments)" + "\(more)\n"
            + own[place.upperBound...].drop { $0 != "\n" }
    }
}

// MARK: - HelpEntries

/// The sections and options of a help text as the argument parser prints it. An entry begins after two spaces; further lines of its description are
/// indented.
struct HelpEntries {
    private let lines: [Substring]

    init(_ help: String) { lines = help.split(separator: "\n", omittingEmptySubsequences: false) }

    /// Returns a section with its heading; empty if there is none.
    func section(_ title: String) -> String {
        guard let start = lines.firstIndex(of: "\(title):"[...]) else { return "" }
        return lines[start...].prefix { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }

    /// Returns the options with some long names, in their order, with a heading.
    func options(named names: [String]) -> String { "OPTIONS:\n" + names.map(option).joined() }

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
