import HTTPTypes
import PlatformFoundation
import PostcardCore
import PostcardLibrary
import PostcardMemes
import Synchronization

/// The templates that memes are made of: those that come with Postcard, and those of the library.
final class MemeTemplates: Sendable {
    /// A template with its picture.
    struct Entry: Sendable {
        let stored: StoredTemplate
        let picture: [UInt8]
        /// Of all that the template is: its values and its files.
        let digest: BlobHash

        var template: Template { stored.template }

        init(_ stored: StoredTemplate) throws {
            self.stored = stored
            picture = try stored.picture()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            var all = Array(try encoder.encode(stored.template)) + BlobHash(of: picture).description.utf8
            for overlay in try stored.meme(of: []).overlays {
                if case .bytes(let bytes)? = overlay.picture { all += BlobHash(of: bytes).description.utf8 }
            }
            digest = BlobHash(of: all)
        }
    }

    private let store: TemplateStore
    /// The templates that come with Postcard, which never change.
    private let builtIn = Mutex<[String: Entry]>([:])

    init(_ store: TemplateStore) { self.store = store }

    /// - Throws: `HTTPError` with status 404 when there is none.
    func entry(named name: String) throws -> Entry {
        if let known = builtIn.withLock({ $0[name] }) { return known }
        let stored: StoredTemplate
        do {
            stored = try store.template(named: name)
        } catch let error as LibraryError where error.code == .notFound {
            throw HTTPError(.notFound, "There is no template \"\(name.prefix(80))\". They are listed at /templates.")
        }
        guard stored.template.allowsDerivatives else {
            throw HTTPError(
                .forbidden, "The licence of the template \(name) does not allow changed versions, and a meme is one.")
        }
        let entry = try Entry(stored)
        if stored.isBuiltIn { builtIn.withLock { $0[name] = entry } }
        return entry
    }

    /// All by name; a damaged one is left out.
    func all() throws -> [Template] { try store.templates().map(\.template) }
}

/// The fitting of each caption of a meme, for a field of the response.
struct MemeReport {
    /// Those above the picture, those on it, those below. `size` is that of an em in pixels, `lines` the number of lines; `unfitted` is the
    /// text that did not fit, and `missing` has the characters that no font has.
    private let captions: [JSONValue]

    /// Bytes that the field may have: proxies refuse much longer ones.
    private static let maximumBytes = 2_048
    private static let maximumCharacters = 120
    private static let maximumMissing = 12

    init(_ reports: [CaptionReport]) {
        captions = reports.map { report in
            let layout = report.layout
            let (unfitted, missing) = (
                layout.unfitted.prefix(Self.maximumCharacters), layout.missing.prefix(Self.maximumMissing)
            )
            var members: [String: JSONValue] = [
                "size": .number((layout.size * 100).rounded() / 100), "lines": .integer(layout.lines.count),
            ]
            if !unfitted.isEmpty { members["unfitted"] = .text(unfitted) }
            if !missing.isEmpty { members["missing"] = .array(missing.map { .text($0) }) }
            return JSONValue(members)
        }
    }

    private init(captions: [JSONValue]) { self.captions = captions }

    /// The report as base64url of JSON; without the last captions where there are too many.
    var field: String {
        guard let json = try? JSONEncoder.compact.encode(["captions": captions]) else { return "" }
        let text = Base64.urlSafe.encode(Array(json))
        guard text.utf8.count > Self.maximumBytes, !captions.isEmpty else { return text }
        return MemeReport(captions: captions.dropLast(max(1, captions.count / 8))).field
    }
}
