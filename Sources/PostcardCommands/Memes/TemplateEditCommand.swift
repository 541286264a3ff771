import ArgumentParser
import PostcardLibrary
import PostcardMemes

struct TemplateEditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a template's name, keywords, examples or texts.",
        discussion: """
            Keywords, examples and boxes replace the old ones. Memes made from the template
            stay as they are. For other changes, export the template to a folder, edit
            template.json, and add the folder with --force.

            EXAMPLES
              postcard template edit cat --name kitten --keyword pet --keyword animal
              postcard template edit cat --box 0.1,0.1,0.8,0.2 --box 0.1,0.7,0.8,0.2
              postcard template edit cat --color gold --example "Monday|Friday"
            """)

    @Argument(help: "The template's name.", completion: .templates) var template: String

    @Option(help: "A new name.") var name: String?

    @OptionGroup var details: TemplateDetails

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let stored = try options.template(named: template)
        try require(
            !stored.isBuiltIn, .notPermitted,
            "The template \(template) is built in. Edit a copy: postcard template export \(template) --to copy.json")
        let store = try options.templateStore()
        var document = try stored.document()
        document.template.name = name ?? template
        try document.apply(details)
        try require(document.template != stored.template, "Specify a change, such as --title or --box.")
        let isRenamed = document.template.name != template
        _ = try store.add(document, replacing: !isRenamed)
        if isRenamed { try store.remove(template) }
        Console.print("Changed \(document.template.name)")
    }
}
