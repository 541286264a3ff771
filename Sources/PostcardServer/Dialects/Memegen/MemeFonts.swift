import PostcardCore
import PostcardLibrary
import PostcardMemes
import Synchronization

/// The fonts for memes in memegen's scheme: the built-in font and the installed ones.
final class MemeFonts: Sendable {
    /// A font with its id and alias in URLs.
    struct Entry: Sendable, Equatable {
        let id: String
        let alias: String?
        let fileName: String
        fileprivate let family: String?

        var font: CaptionFont { family.map(CaptionFont.named) ?? .bundled }

        /// Returns the JSON of the font for memegen's clients. `base` is the service's URL, without a trailing slash.
        func listing(base: String) -> JSONValue {
            let alias = alias.map { JSONValue.text($0) } ?? .null
            return [
                "id": .text(id), "alias": alias, "filename": .text(fileName), "name": .text(family ?? "Frankmark"),
                "_self": .text("\(base)/fonts/\(id)"),
            ]
        }
    }

    private static let own = Entry(id: "frankmark", alias: "thick", fileName: "Frankmark-Regular.ttf", family: nil)
    /// The ids and aliases of memegen's fonts. The built-in font replaces fonts that are not installed, because many clients request them.
    private static let memegen: Set = [
        "titilliumweb", "notosans", "kalam", "comic", "impact", "titilliumwebthin", "thin", "segoe", "tiny",
        "hgminchob", "jp", "notosanshebrew", "he",
    ]
    /// memegen's aliases for fonts that might be installed.
    private static let aliases = [
        "kalam": "comic", "notosanshebrew": "he", "notosanscjkjp": "jp", "segoeui": "segoe",
        "titilliumwebsemibold": "thin",
    ]

    private let library: FontLibrary
    /// The list of fonts, created on first use: fontconfig takes milliseconds to start, and most memes don't need it.
    private let known = Mutex<[Entry]?>(nil)

    init(_ library: FontLibrary) { self.library = library }

    /// The built-in font, then the installed fonts sorted by name.
    var all: [Entry] {
        known.withLock { known in
            if let known { return known }
            var entries = [Self.own]
            for font in library.installedFonts() {
                let id = Self.id(font.family)
                guard !id.isEmpty, !entries.contains(where: { $0.id == id }) else { continue }
                entries.append(
                    Entry(id: id, alias: Self.aliases[id], fileName: font.fileName, family: font.family))
            }
            known = entries
            return entries
        }
    }

    /// Returns a font by its id or alias; `nil` if there is none.
    func entry(named name: String) -> Entry? {
        let id = Self.id(name)
        if id == Self.own.id || id == Self.own.alias { return Self.own }
        return all.first { $0.id == id || $0.alias == id } ?? (Self.memegen.contains(id) ? Self.own : nil)
    }

    /// Returns a font by its id or alias.
    ///
    /// - Throws: `HTTPError` with status 422 if there is none.
    func font(named name: String) throws(HTTPError) -> CaptionFont {
        guard let entry = entry(named: name) else {
            throw .unprocessable("Unknown font \"\(name.prefix(80))\". Fonts are listed at /fonts.")
        }
        return entry.font
    }

    /// Returns the id of a font family: lowercase ASCII letters and digits, as in memegen. The id of Noto Sans is `notosans`.
    private static func id(_ family: String) -> String {
        String(family.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}
