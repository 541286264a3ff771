import PostcardMemes
import Synchronization

/// The fonts that addresses of memes may name: Postcard's own, and those that are installed.
final class MemeFonts: Sendable {
    /// A font by what addresses call it.
    struct Entry: Sendable, Equatable {
        let id: String
        let alias: String?
        let fileName: String
        fileprivate let family: String?

        var font: CaptionFont { family.map(CaptionFont.named) ?? .bundled }
    }

    private static let own = Entry(id: "frankmark", alias: "thick", fileName: "Frankmark-Regular.ttf", family: nil)
    /// memegen's names. Ours stands for those that are not installed, since clients name them without a thought.
    private static let memegen: Set = [
        "titilliumweb", "notosans", "kalam", "comic", "impact", "titilliumwebthin", "thin", "segoe", "tiny",
        "hgminchob", "jp", "notosanshebrew", "he",
    ]
    /// memegen's other names of fonts that may be installed.
    private static let aliases = [
        "kalam": "comic", "notosanshebrew": "he", "notosanscjkjp": "jp", "segoeui": "segoe",
        "titilliumwebsemibold": "thin",
    ]

    private let library: FontLibrary
    /// fontconfig takes milliseconds to start, which most memes never need.
    private let known = Mutex<[Entry]?>(nil)

    init(_ library: FontLibrary) { self.library = library }

    /// Ours first, then the installed ones by name.
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

    /// `name` is an id or an alias.
    func entry(named name: String) -> Entry? {
        let id = Self.id(name)
        if id == Self.own.id || id == Self.own.alias { return Self.own }
        return all.first { $0.id == id || $0.alias == id } ?? (Self.memegen.contains(id) ? Self.own : nil)
    }

    /// - Throws: `HTTPError` with status 422 when there is none.
    func font(named name: String) throws(HTTPError) -> CaptionFont {
        guard let entry = entry(named: name) else {
            throw .unprocessable("There is no font \"\(name.prefix(80))\" here. They are listed at /fonts.")
        }
        return entry.font
    }

    /// Small letters and digits only, as memegen has it: `notosans` for Noto Sans.
    private static func id(_ family: String) -> String {
        String(family.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    }
}
