import ArgumentParser
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

struct TemplateAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Keep a folder or a picture as a template of the library.",
        discussion: """
            A folder holds template.json and the pictures that it names. A picture alone
            becomes a template with the texts of a style.

            EXAMPLES
              postcard template add my-template/
              postcard template add cat.jpg --name cat --title "The cat" --keyword animal
              postcard template add chart.png --name chart --style label \\
                --license CC-BY-4.0 --credit "Ada"
            """)

    @Argument(help: "A folder with template.json in it, or a picture file or its address.", completion: .file())
    var path: String

    @Option(
        name: .long,
        help: "The template's name: lowercase letters, digits, hyphens. Otherwise after the file.")
    var name: String?

    @Option(name: .long, help: "Its title in lists.")
    var title: String?

    @Option(name: .long, help: "A word to find it by. May be given several times.")
    var keyword: [String] = []

    @Option(name: .long, help: "The style that says where texts stand.", completion: .styles)
    var style = "classic"

    @Option(name: .long, help: "The picture's author.")
    var credit: String?

    @Option(name: .long, help: "Its licence, for example CC-BY-4.0.")
    var license: String?

    @Option(name: .long, help: "The picture's source.")
    var source: String?

    @Flag(name: .long, help: "Replace a template of the same name.")
    var force = false

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let file = FilePath(path)
        let isFolder = try !PictureSource.isAddress(path) && PictureTree.isFolder(file)
        guard !isFolder || (name == nil && title == nil && keyword.isEmpty) else {
            throw ValidationError("The folder's \(TemplateStore.fileName) says how it is called; change it there.")
        }
        let store = try options.open(creates: true).templates
        let stored =
            try isFolder
            ? store.add(file, replacing: force)
            : add(await PictureInput.picture(named: path, limits: .default), to: store)
        Console.print("\(stored.template.name): \(stored.template.slots.map(\.name).joined(separator: ", "))")
    }

    private func add(_ bytes: [UInt8], to store: TemplateStore) throws -> StoredTemplate {
        let picture: ImageHeader
        do {
            picture = try ImageHeader(of: bytes.span.bytes)
        } catch {
            throw ImageError(error.code, "\(path): \(error.message)")
        }
        guard let style = MemeStyle(named: style) else {
            throw ValidationError("There is no style \(style). See postcard meme make --help.")
        }
        let stem = PictureSource(path).name.stem ?? "template"
        let name = name ?? Self.name(for: stem)
        var template = Template(
            name: name, title: title ?? stem, picture: "picture.\(picture.format.fileExtension)", style: style)
        template.keywords = keyword
        template.credit = credit
        template.license = license
        template.source = source
        return try store.add(picture: bytes, as: template, replacing: force)
    }

    /// A file's name as a template's: small letters and digits, anything else a hyphen.
    private static func name(for stem: String) -> String {
        let parts = stem.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return String(parts.joined(separator: "-").prefix(60))
    }
}
