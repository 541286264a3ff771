import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

struct TemplateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: "List, add and remove meme templates.",
        discussion: """
            Some templates are built in; yours are in the library. A template consists of a
            picture and template.json, which sets the positions and the look of its texts.

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
    let keywords, texts: [String]
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

struct TemplateAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a folder or an image to the library as a template.",
        discussion: """
            A folder contains template.json and the pictures that it lists. A single
            picture becomes a template with the texts of a style.

            EXAMPLES
              postcard template add my-template/
              postcard template add cat.jpg --name cat --title "The cat" --keyword animal
              postcard template add chart.png --name chart --style label \\
                --license CC-BY-4.0 --credit "Ada"
            """)

    @Argument(help: "A folder with template.json, a picture file, or the URL of a picture.", completion: .file())
    var path: String

    @Option(help: "The template's name: lowercase letters, digits, hyphens. (default: from the file name)")
    var name: String?

    @Option(help: "The template's title in lists.") var title: String?

    @Option(help: "A keyword for searches. Repeatable.") var keyword: [String] = []

    @Option(help: "The style that places the texts.", completion: .styles) var style = "classic"

    @Option(help: "The picture's author.") var credit: String?

    @Option(help: "The picture's license, for example CC-BY-4.0.") var license: String?

    @Option(help: "The picture's source.") var source: String?

    @Flag(help: "Replace a template of the same name.") var force = false

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let file = FilePath(path)
        let isFolder = try !PictureSource.isAddress(path) && PictureTree.isFolder(file)
        try require(
            !isFolder || (name == nil && title == nil && keyword.isEmpty),
            "The folder's \(TemplateStore.fileName) sets name, title and keywords; change them there.")
        let store = try options.open(creates: true).templates
        let stored =
            try isFolder
            ? store.add(file, replacing: force)
            : add(await PictureInput.picture(named: path, limits: .default), to: store)
        Console.print("\(stored.template.name): \(stored.template.slots.map(\.name).joined(separator: ", "))")
    }

    private func add(_ bytes: [UInt8], to store: TemplateStore) throws -> StoredTemplate {
        let picture = try ImageError.naming(path) { () throws(ImageError) in try ImageHeader(of: bytes) }
        guard let style = MemeStyle(named: style) else {
            throw ValidationError("Unknown style \(style). See postcard meme make --help.")
        }
        let stem = PictureSource(path).name.stem ?? "template"
        let name = name ?? Self.name(for: stem)
        var template = Template(
            name: name, title: title ?? stem, picture: "picture.\(picture.format.fileExtension)", slots: style.slots,
            surround: style.surround)
        template.keywords = keyword
        template.credit = credit
        template.license = license
        template.source = source
        return try store.add(picture: bytes, as: template, replacing: force)
    }

    /// Returns a template name for a file name: lowercase letters and digits, with hyphens for other characters.
    private static func name(for stem: String) -> String {
        let parts = stem.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return String(parts.joined(separator: "-").prefix(60))
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
