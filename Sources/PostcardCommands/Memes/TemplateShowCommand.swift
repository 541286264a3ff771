import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes

struct TemplateShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what a template's texts are, and its example.",
        discussion: """
            EXAMPLES
              postcard template show crossroads
              postcard template show crossroads --preview
              postcard template show crossroads --output example.png
              postcard template show crossroads --json
            """)

    @Argument(help: "The template's name.", completion: .templates)
    var name: String

    @Option(
        name: .shortAndLong, help: "The file for a picture of its example; its name says the format.",
        completion: .file(), transform: PictureOutput.name)
    var output: String?

    @Flag(name: .long, help: "Show its example in the terminal.")
    var preview = false

    @Flag(name: .long, help: "Replace a file that is there.")
    var force = false

    @Flag(name: .long, help: "Print JSON.")
    var json = false

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let stored = try TemplateOptions.template(named: name, of: options)
        if json { return try JSONOutput.print(TemplateListing(of: stored)) }
        let template = stored.template
        Console.print("\(template.name): \(template.title)")
        Console.print("Texts:   \(template.slots.map(\.name).joined(separator: ", "))")
        let places = template.overlays.count { $0.picture == nil }
        if places > 0 { Console.print("Places for pictures (--overlay FILE): \(places)") }
        if let credit = template.credit { Console.print("Credit:  \(credit)") }
        if let license = template.license { Console.print("Licence: \(license)") }
        if let source = template.source { Console.print("Source:  \(source)") }
        let example = template.examples.first ?? template.slots.map(\.name)
        Console.print("Try:     \(template.exampleCommand)")
        guard output != nil || preview else { return }
        let terminal = preview ? try TerminalPicture() : nil
        let picture = try DecodedImage(stored.picture(), options: DecodingOptions(), named: name).image
        let image = try stored.meme(of: example).render(onto: picture).image
        if let output { try await PictureOutput(output, quality: 90).write(image, replacing: force) }
        try terminal?.show(image)
    }
}
