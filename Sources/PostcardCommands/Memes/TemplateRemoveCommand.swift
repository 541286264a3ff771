import ArgumentParser
import PostcardLibrary

struct TemplateRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a template from the library.",
        discussion: """
            Memes made of it stay. Templates that come with Postcard cannot be removed.

            EXAMPLE
              postcard template remove cat
            """)

    @Argument(help: "The template's name.", completion: .templates)
    var name: String

    @OptionGroup var options: LibraryOptions

    func run() throws {
        try TemplateOptions.store(of: options).remove(name)
        Console.print("Removed \(name)")
    }
}
