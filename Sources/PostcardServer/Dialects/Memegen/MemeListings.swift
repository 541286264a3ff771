import PostcardMemes
import Synchronization

/// A template as memegen's clients read it.
struct TemplateListing: Encodable {
    struct Example: Encodable {
        let text: [String]
        let url: String
    }

    static let schema = Schema.record(
        [
            "id": Schema.string, "name": Schema.string, "lines": Schema.integer, "overlays": Schema.integer,
            "styles": Schema.strings, "blank": Schema.string,
            "example": Schema.record(["text": Schema.strings, "url": Schema.string], required: ["text", "url"]),
            "source": Schema.stringOrNull, "keywords": Schema.strings, "_self": Schema.string,
        ],
        required: ["id", "name", "lines", "overlays", "styles", "blank", "example", "source", "keywords", "_self"])

    private enum CodingKeys: String, CodingKey {
        case id, name, lines, overlays, styles, blank, example, source, keywords
        case address = "_self"
    }

    let id: String
    let name: String
    let lines: Int
    let overlays: Int
    let styles: [String]
    let blank: String
    let example: Example
    @WrittenNull var source: String?
    let keywords: [String]
    let address: String

    /// `base` is the beginning of absolute addresses, without a slash at its end.
    init(_ template: Template, base: String) {
        id = template.name
        name = template.title
        lines = template.slots.count
        overlays = template.overlays.filter { $0.picture == nil }.count
        styles = ["default"]
        blank = base + MemeAddress(template: template.name, lines: [], fileExtension: "png").path
        let texts = template.examples.first ?? []
        example = Example(text: texts, url: base + Self.example(of: template).path)
        source = template.source
        keywords = template.keywords
        address = "\(base)/templates/\(template.name)"
    }

    static func example(of template: Template) -> MemeAddress {
        MemeAddress(template: template.name, lines: template.examples.first ?? [], fileExtension: "png")
    }
}

extension Template {
    /// `true` if a text is part of its name, title, keywords or examples, as memegen searches.
    func matches(_ filter: String) -> Bool {
        let wanted = filter.lowercased()
        guard !wanted.isEmpty else { return true }
        return ([name, title] + keywords + examples.joined()).contains { $0.lowercased().contains(wanted) }
    }
}

/// A text that is written as `null` where there is none, since memegen's clients read it so.
@propertyWrapper struct WrittenNull: Encodable {
    var wrappedValue: String?

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(wrappedValue)
    }
}

/// A font as memegen's clients read it.
struct FontListing: Encodable {
    static let schema = Schema.record(
        ["id": Schema.string, "alias": Schema.stringOrNull, "filename": Schema.string, "_self": Schema.string],
        required: ["id", "alias", "filename", "_self"])

    private enum CodingKeys: String, CodingKey {
        case id, alias, filename
        case address = "_self"
    }

    let id: String
    @WrittenNull var alias: String?
    let filename: String
    let address: String

    /// `base` is the beginning of absolute addresses, without a slash at its end.
    init(_ entry: MemeFonts.Entry, base: String) {
        id = entry.id
        alias = entry.alias
        filename = entry.fileName
        address = "\(base)/fonts/\(entry.id)"
    }
}

/// An example of a meme as memegen lists it.
struct ExampleListing: Encodable {
    static let schema = Schema.record(
        ["url": Schema.string, "template": Schema.string], required: ["url", "template"])

    let url: String
    let template: String

    /// `base` is the beginning of absolute addresses, without a slash at its end.
    init(_ template: Template, base: String) {
        url = base + TemplateListing.example(of: template).path
        self.template = "\(base)/templates/\(template.name)"
    }
}

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
