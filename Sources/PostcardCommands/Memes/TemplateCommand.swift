import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "List, add, edit and export meme templates.",
        discussion: """
            Some templates are built in; yours are in the library. A template consists of a
            picture and template.json, which sets the positions and the look of its texts.

            EXAMPLES
              postcard template list
              postcard template show crossroads --output example.png
              postcard template add cat.jpg --box 0.5,0,0.5,0.5 --box 0.5,0.5,0.5,0.5
              postcard template add meme-2v8nq0c4r6td --name friday
              postcard template edit cat --keyword pet --color gold
              postcard template export cat --to cat.json
              postcard meme --template crossroads "Fix the bug" "Rewrite it" "Me" \\
                -o out.png
            """,
        subcommands: [
            TemplateListCommand.self, TemplateShowCommand.self, TemplateAddCommand.self, TemplateEditCommand.self,
            TemplateExportCommand.self, TemplateRemoveCommand.self,
        ],
        defaultSubcommand: TemplateListCommand.self)
}

struct TemplateListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the built-in templates and those in the library.",
        discussion: """
            EXAMPLES
              postcard template list
              postcard template list choice
              postcard template list --json | jq -r '.[].name'
            """)

    @Argument(help: "Only templates with this text in their name, title or keywords.") var word: String?

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let store = try options.templateStore()
        let all = try store.templates { name, error in Console.error("\(name): \(Failure(error).description)") }
        let found = word.map { word in all.filter { $0.template.matches(word.lowercased()) } } ?? all
        if json { return try JSONOutput.print(found.map(TemplateListing.init(of:))) }
        guard !found.isEmpty else { return Console.error("No matching templates.") }
        Table.print(["NAME", "TEXTS", "KEYWORDS", "FROM"], found) { stored in
            [
                stored.template.name, stored.template.slots.map(\.name).joined(separator: ", "),
                stored.template.keywords.joined(separator: ", "), stored.isBuiltIn ? "Postcard" : "library",
            ]
        }
    }
}

/// A template as JSON.
struct TemplateListing: Encodable {
    let name, title: String
    let keywords, texts, styles: [String]
    let picturePlaces: Int
    let examples: [[String]]
    let credit, license, source: String?
    let isBuiltIn: Bool

    init(of stored: StoredTemplate) {
        let template = stored.template
        name = template.name
        title = template.title
        keywords = template.keywords
        texts = template.slots.map(\.name)
        styles = template.styleNames
        picturePlaces = template.overlays.count { $0.picture == nil }
        examples = template.examples
        credit = template.credit
        license = template.license
        source = template.source
        isBuiltIn = stored.isBuiltIn
    }
}

struct TemplateShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a template's texts and example.",
        discussion: """
            EXAMPLES
              postcard template show crossroads
              postcard template show crossroads --preview
              postcard template show crossroads --output example.png
              postcard template show crossroads --json
            """)

    @Argument(help: "The template's name.", completion: .templates) var name: String

    @Option(
        name: .shortAndLong, help: "The file for the example's picture; its extension sets the format.",
        completion: .file(), transform: PictureOutput.name)
    var output: String?

    @Flag(help: "Show the example in the terminal.") var preview = false

    @Flag(help: "Replace an existing file.") var force = false

    @Flag(help: "Print JSON.") var json = false

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let stored = try options.template(named: name)
        if json { return try JSONOutput.print(TemplateListing(of: stored)) }
        let template = stored.template
        Console.print("\(template.name): \(template.title)")
        Console.print("Texts:   \(template.slots.map(\.name).joined(separator: ", "))")
        if !template.styles.isEmpty { Console.print("Styles:  \(template.styleNames.joined(separator: ", "))") }
        let places = template.overlays.count { $0.picture == nil }
        if places > 0 { Console.print("Slots for pictures (--overlay FILE): \(places)") }
        if let credit = template.credit { Console.print("Credit:  \(credit)") }
        if let license = template.license { Console.print("License: \(license)") }
        if let source = template.source { Console.print("Source:  \(source)") }
        let example = template.examples.first ?? template.slots.map(\.name)
        Console.print("Try:     \(template.exampleCommand)")
        guard output != nil || preview else { return }
        let terminal = preview ? try TerminalPicture() : nil
        let limits = DecodingLimits(isolation: try Postcard.requiredIsolation)
        let picture = try DecodedImage(stored.picture(), options: DecodingOptions(limits: limits), named: name).image
        let image = try stored.meme(of: example).render(onto: picture, isolation: limits.isolation).image
        if let output { try await PictureOutput(output, quality: 90).write(image, replacing: force) }
        try terminal?.show(image)
    }
}

struct TemplateRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a template from the library.",
        discussion: """
            Memes made from it are kept. Built-in templates can't be removed.

            EXAMPLE
              postcard template remove cat
            """)

    @Argument(help: "The template's name.", completion: .templates) var name: String

    @OptionGroup var options: LibraryOptions

    func run() throws {
        try options.templateStore().remove(name)
        Console.print("Removed \(name)")
    }
}
