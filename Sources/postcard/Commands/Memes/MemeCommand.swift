import ArgumentParser

struct MemeCommand: AsyncParsableCommand {
    /// What to do where there are no memes.
    static let hint =
        "A meme that is made at a terminal is kept: postcard meme photo.jpg \"TOP\" \"BOTTOM\" -o meme.jpg"

    static let configuration = CommandConfiguration(
        commandName: "meme",
        abstract: "Put words on a picture, and keep the memes of a library.",
        discussion: """
            EXAMPLES
              postcard meme photo.jpg "ONE DOES NOT SIMPLY" "SHIP ON FRIDAY" -o out.jpg
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
