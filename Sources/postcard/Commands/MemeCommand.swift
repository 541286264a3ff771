import ArgumentParser

struct MemeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meme",
        abstract: "Put words on a picture, and keep the memes of a library.",
        discussion: """
            EXAMPLES
              postcard meme photo.jpg "ONE DOES NOT SIMPLY" "SHIP ON FRIDAY" -o out.jpg
              cat photo.jpg | postcard meme - "TOP" "BOTTOM" -o - > out.jpg
              postcard meme photo-7k3x9w2mq4ta "WISH YOU WERE HERE"
              postcard meme list
              postcard meme show meme-2v8nq0c4r6td --json
            """,
        subcommands: [MemeMakeCommand.self, MemeListCommand.self, MemeShowCommand.self],
        defaultSubcommand: MemeMakeCommand.self)
}
