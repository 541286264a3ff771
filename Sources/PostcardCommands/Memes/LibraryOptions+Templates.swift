import PostcardCore
import PostcardLibrary
import PostcardMemes

extension LibraryOptions {
    /// Returns the store with the built-in templates and, if there is a library, the library's templates.
    func templateStore() throws -> TemplateStore {
        do {
            return try open(creates: false).templates
        } catch let failure as Failure where failure.status == .missingInput || failure.status == .badSettings {
            return TemplateStore(directory: nil)
        }
    }

    /// Returns the template with a name.
    ///
    /// - Throws: `Failure` for an unknown name, suggesting a similar template; `LibraryError` if no template is similar.
    func template(named name: String) throws -> StoredTemplate {
        let store = try templateStore()
        do {
            return try store.template(named: name)
        } catch let error as LibraryError where error.code == .notFound {
            guard let near = try Template.nearest(to: name, in: store.templates().map(\.template)) else { throw error }
            let keywords = near.keywords.isEmpty ? "" : " (\(near.keywords.joined(separator: ", ")))"
            throw Failure(
                .missingInput, "\(error.message) Closest match: \(near.name)\(keywords). Try: \(near.exampleCommand)")
        }
    }
}

extension Template {
    /// The template's words, which searches are matched against.
    private var words: [String] { [name, title] + keywords }

    /// Returns true if one of the words contains a lowercase string.
    func matches(_ word: String) -> Bool { words.contains { $0.lowercased().contains(word) } }

    /// Returns the template that an unknown name might mean; `nil` if there is none.
    fileprivate static func nearest(to name: String, in templates: [Template]) -> Template? {
        let word = name.lowercased().replacing("-", with: " ").replacing("_", with: " ")
        if let found = templates.first(where: { $0.matches(word) }) { return found }
        // Tries words with a similar spelling first, then the longest part of the name that a template contains.
        let near = Spelling.nearest(to: name, of: templates.flatMap(\.words))
        if let near { return templates.first { $0.words.contains(near) } }
        let parts = word.split(separator: " ").map { String($0) }.filter { $0.count > 3 }.sorted { $0.count > $1.count }
        return parts.lazy.compactMap { part in templates.first { $0.matches(part) } }.first
    }

    /// A command that makes a meme from the template.
    var exampleCommand: String {
        let example = examples.first ?? slots.map(\.name)
        return "postcard meme --template \(name) \(example.map(Self.quoted).joined(separator: " ")) -o meme.jpg"
    }

    /// Returns a string quoted for a shell.
    private static func quoted(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\\\\\").replacing("$", with: "\\$").replacing("`", with: "\\`").replacing(
                "\"", with: "\\\""
            ).replacing("\n", with: "\\n") + "\""
    }
}
