import PostcardCore
import PostcardLibrary
import PostcardMemes

/// Templates for commands that may be run without a library.
enum TemplateOptions {
    /// The templates of the library, or those that come with Postcard where there is no library yet.
    static func store(of options: LibraryOptions) throws -> TemplateStore {
        do {
            return try options.open(creates: false).templates
        } catch let failure as Failure where failure.status == .missingInput || failure.status == .badSettings {
            return TemplateStore(directory: nil)
        }
    }

    /// The template with a name.
    ///
    /// - Throws: `Failure` with the nearest one by name, title or keywords, where there is none of that name.
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
        if let found = templates.first(where: { $0.template.words.contains { $0.lowercased().contains(word) } }) {
            return found
        }
        // As it is misspelled, or the longest of its words.
        let near = Spelling.nearest(to: name, of: templates.flatMap(\.template.words))
        if let near { return templates.first { $0.template.words.contains(near) } }
        let parts = word.split(separator: " ").filter { $0.count > 3 }.sorted { $0.count > $1.count }
        return parts.lazy.compactMap { part in
            templates.first { $0.template.words.contains { $0.lowercased().contains(part) } }
        }.first
    }
}

extension Template {
    /// The words to find it by.
    var words: [String] { [name, title] + keywords }

    /// A command that makes a meme of it.
    var exampleCommand: String {
        let example = examples.first ?? slots.map(\.name)
        return "postcard meme --template \(name) \(example.map(Self.quoted).joined(separator: " ")) -o meme.jpg"
    }

    /// For a shell.
    private static func quoted(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\\\\\").replacing("$", with: "\\$").replacing("`", with: "\\`").replacing(
                "\"", with: "\\\""
            ).replacing("\n", with: "\\n") + "\""
    }
}
