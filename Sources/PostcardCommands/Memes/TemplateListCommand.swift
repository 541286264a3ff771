import ArgumentParser
import PostcardLibrary
import PostcardMemes

struct TemplateListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the templates: those that come with Postcard and those of the library.",
        discussion: """
            EXAMPLES
              postcard template list
              postcard template list choice
              postcard template list --json | jq -r '.[].name'
            """)

    @Argument(help: "Only those with this in their name, title or keywords.")
    var word: String?

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func run() throws {
        let store = try TemplateOptions.store(of: options)
        let all = try store.templates { name, error in Console.error("\(name): \(Failure(error).description)") }
        let found = all.filter { stored in
            guard let word = word?.lowercased() else { return true }
            return stored.template.words.contains { $0.lowercased().contains(word) }
        }
        if json { return try JSONOutput.print(found.map(TemplateListing.init(of:))) }
        guard !found.isEmpty else { return Console.error("No matching template.") }
        var table = Table(["NAME", "TEXTS", "KEYWORDS", "FROM"])
        for stored in found {
            let slots = stored.template.slots.map(\.name).joined(separator: ", ")
            table.add([
                stored.template.name, slots, stored.template.keywords.joined(separator: ", "),
                stored.isBuiltIn ? "Postcard" : "your own",
            ])
        }
        table.lines.forEach(Console.print)
    }
}

/// A template, to print as JSON.
struct TemplateListing: Encodable {
    let name: String
    let title: String
    let keywords: [String]
    let texts: [String]
    let picturePlaces: Int
    let examples: [[String]]
    let credit: String?
    let license: String?
    let source: String?
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
