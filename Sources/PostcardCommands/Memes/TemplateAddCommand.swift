import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import SystemPackage

struct TemplateAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Keep a folder or a picture as a template of the library.",
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

    @Option(help: "The template's name: lowercase letters, digits, hyphens. Otherwise after the file.")
    var name: String?

    @Option(help: "Its title in lists.") var title: String?

    @Option(help: "A word to find it by. May be given several times.") var keyword: [String] = []

    @Option(help: "The style that says where texts stand.", completion: .styles) var style = "classic"

    @Option(help: "The picture's author.") var credit: String?

    @Option(help: "Its licence, for example CC-BY-4.0.") var license: String?

    @Option(help: "The picture's source.") var source: String?

    @Flag(help: "Replace a template of the same name.") var force = false

    @OptionGroup var options: LibraryOptions

    func run() async throws {
        let file = FilePath(path)
        let isFolder = try !PictureSource.isAddress(path) && PictureTree.isFolder(file)
        try require(
            !isFolder || (name == nil && title == nil && keyword.isEmpty),
            "The folder's \(TemplateStore.fileName) says how it is called; change it there.")
        let store = try options.open(creates: true).templates
        let stored =
            try isFolder
            ? store.add(file, replacing: force)
            : add(await PictureInput.picture(named: path, limits: .default), to: store)
        Console.print("\(stored.template.name): \(stored.template.slots.map(\.name).joined(separator: ", "))")
    }

    private func add(_ bytes: [UInt8], to store: TemplateStore) throws -> StoredTemplate {
        let picture = try ImageError.naming(path) { () throws(ImageError) in try ImageHeader(of: bytes.span.bytes) }
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

    /// Returns a template name for a file name: lower-case letters and digits, with hyphens for other characters.
    private static func name(for stem: String) -> String {
        let parts = stem.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return String(parts.joined(separator: "-").prefix(60))
    }
}

// MARK: - TemplateOptions

/// The lookup of templates for commands that work without a library.
enum TemplateOptions {
    /// Returns the store of the library's and the built-in templates; only the built-in ones without a library.
    static func store(of options: LibraryOptions) throws -> TemplateStore {
        do {
            return try options.open(creates: false).templates
        } catch let failure as Failure where failure.status == .missingInput || failure.status == .badSettings {
            return TemplateStore(directory: nil)
        }
    }

    /// Returns the template with a name.
    ///
    /// - Throws: `Failure` for an unknown name, with the nearest template by name, title or keywords; `LibraryError` where none is near.
    static func template(named name: String, of options: LibraryOptions) throws -> StoredTemplate {
        let store = try store(of: options)
        do {
            return try store.template(named: name)
        } catch let error as LibraryError where error.code == .notFound {
            guard let near = try nearest(to: name, in: store.templates())?.template else { throw error }
            let keywords = near.keywords.isEmpty ? "" : " (\(near.keywords.joined(separator: ", ")))"
            throw Failure(
                .missingInput, "\(error.message) Nearest: \(near.name)\(keywords). Try: \(near.exampleCommand)")
        }
    }

    private static func nearest(to name: String, in templates: [StoredTemplate]) -> StoredTemplate? {
        let word = name.lowercased().replacing("-", with: " ").replacing("_", with: " ")
        if let found = templates.first(where: { $0.template.matches(word) }) { return found }
        // First a word with a similar spelling, then the longest part of the name that a template contains.
        let near = Spelling.nearest(to: name, of: templates.flatMap(\.template.words))
        if let near { return templates.first { $0.template.words.contains(near) } }
        let parts = word.split(separator: " ").map { String($0) }.filter { $0.count > 3 }.sorted { $0.count > $1.count }
        return parts.lazy.compactMap { part in templates.first { $0.template.matches(part) } }.first
    }
}

extension Template {
    /// The words of the template for searches.
    var words: [String] { [name, title] + keywords }

    /// Returns a Boolean value that indicates whether one of the words contains a text in lower case.
    func matches(_ word: String) -> Bool { words.contains { $0.lowercased().contains(word) } }

    /// A command that makes a meme of the template.
    var exampleCommand: String {
        let example = examples.first ?? slots.map(\.name)
        return "postcard meme --template \(name) \(example.map(Self.quoted).joined(separator: " ")) -o meme.jpg"
    }

    /// Returns a text in quotes for a shell.
    private static func quoted(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\\\\\").replacing("$", with: "\\$").replacing("`", with: "\\`").replacing(
                "\"", with: "\\\""
            ).replacing("\n", with: "\\n") + "\""
    }
}
