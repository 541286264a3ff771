import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import Synchronization

/// The meme templates: the built-in ones, and those of the library.
final class MemeTemplates: Sendable {
    /// A template with its picture.
    struct Entry: Sendable {
        let stored: StoredTemplate
        let picture: OpenedPicture
        /// The hash of the template's values and files, for cache keys.
        let digest: BlobHash

        var template: Template { stored.template }

        /// - Parameter style: the style of the picture; `nil` for the default picture.
        init(_ stored: StoredTemplate, style: String? = nil) throws {
            self.stored = stored
            picture = try OpenedPicture(stored.picture(style: style))
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            var all = Array(try encoder.encode(stored.template)) + BlobHash(of: picture.bytes).description.utf8
            for overlay in try stored.meme(of: []).overlays {
                if case .bytes(let bytes)? = overlay.picture { all += BlobHash(of: bytes).description.utf8 }
            }
            digest = BlobHash(of: all)
        }

        /// Returns the meme with the given texts on the picture. If the picture is still, the times of captions are omitted.
        func meme(of texts: [String]) throws -> Meme {
            try stored.meme(of: texts, isStill: !picture.mayBeAnimated)
        }
    }

    private let store: TemplateStore
    /// The cache of built-in templates, which never change.
    private let builtIn = Mutex<[NameKey: Entry]>([:])

    init(_ store: TemplateStore) { self.store = store }

    /// Returns a template with its picture.
    ///
    /// - Parameter style: returns the style of the picture; `nil` for the default picture.
    /// - Throws: `HTTPError` with status 404 for an unknown template, or 403 for a template whose license does not allow memes; `MemeError`
    ///   for an unknown style.
    func entry(named name: String, style: (Template) -> String? = { _ in nil }) throws -> Entry {
        if let known = builtIn.withLock({ $0[name] }), style(known.template) == nil { return known }
        let stored: StoredTemplate
        do {
            stored = try store.template(named: name)
        } catch let error as LibraryError where error.code == .notFound {
            throw HTTPError(
                .notFound, "Template not found: \"\(name.prefix(80))\". Templates are listed at /templates.")
        }
        guard stored.template.allowsDerivatives else {
            throw HTTPError(
                .forbidden, "The license of the \(name) template does not allow derivatives such as memes.")
        }
        let style = style(stored.template)
        let entry = try Entry(stored, style: style)
        if stored.isBuiltIn, style == nil { builtIn.withLock { $0[name] = entry } }
        return entry
    }

    /// Returns all templates except damaged ones, sorted by name.
    func all() throws -> [Template] { try store.templates().map(\.template) }
}
