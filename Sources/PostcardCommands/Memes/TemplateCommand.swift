import ArgumentParser

struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "List, add and remove pictures to be lettered again and again.",
        discussion: """
            Some come with Postcard; your own are kept in the library. A template is a
            picture and a file template.json beside it, which says where texts stand and
            how they look.

            EXAMPLES
              postcard template list
              postcard template show crossroads --output example.png
              postcard template add my-template/
              postcard template add cat.jpg --name cat
              postcard meme --template crossroads "Fix the bug" "Rewrite it" "Me" \\
                -o out.png
            """,
        subcommands: [
            TemplateListCommand.self, TemplateShowCommand.self, TemplateAddCommand.self, TemplateRemoveCommand.self,
        ],
        defaultSubcommand: TemplateListCommand.self)
}
