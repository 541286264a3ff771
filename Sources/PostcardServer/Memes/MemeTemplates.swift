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
    }

    private let store: TemplateStore
    /// The cache of built-in templates, which never change.
    private let builtIn = Mutex<[NameKey: Entry]>([:])

    init(_ store: TemplateStore) { self.store = store }

    /// Returns a template with its picture.
    ///
    /// - Throws: `HTTPError` with status 404 for an unknown template, or 403 for a template whose license does not allow memes.
    func entry(named name: String) throws -> Entry {
        if let known = builtIn.withLock({ $0[name] }) { return known }
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
        let entry = try Entry(stored)
        if stored.isBuiltIn { builtIn.withLock { $0[name] = entry } }
        return entry
    }

    /// Returns all templates except damaged ones, sorted by name.
    func all() throws -> [Template] { try store.templates().map(\.template) }
}
