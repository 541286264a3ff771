import CFontconfig

/// The fonts installed on the machine, by fontconfig, in the order in which they stand in for others.
///
/// fontconfig's own order follows the user's settings and prefers fonts with many characters. Here the order is fixed: fonts
/// that suit the bold letters of a meme first, then by name, so that two machines with the same fonts choose the same one.
final class SystemFonts {
    private struct Font {
        var file: FontFile
        var family: String
        var fullName: String
        var isColor: Bool
        var weight: Int
        var isSlanted: Bool
        var width: Int
        var characters: OpaquePointer?

        /// `true` for bold upright letters without serifs, as wide as they need.
        var isBold: Bool {
            weight >= FC_WEIGHT_DEMIBOLD && !isSlanted && !family.contains("Mono") && !family.contains("Serif")
        }

        /// The order in which fonts stand in; the lowest is the best. Noto is first, because its fonts of all scripts are drawn to stand
        /// side by side; then sans serif, upright, and as bold as there is.
        var rank: Int {
            var rank = abs(Int(FC_WEIGHT_BLACK) - weight)
            if isSlanted { rank += 500 }
            if family.contains("Mono") { rank += 2_000 }
            if family.contains("Serif") { rank += 1_000 }
            for special in ["Math", "Symbols", "Display", "Unjoined", "Looped"] where family.contains(special) {
                rank += 300
            }
            if !family.hasPrefix("Noto ") { rank += 4_000 }
            if !family.hasPrefix("Noto Sans") { rank += 400 }
            return rank
        }
    }

    private let config: OpaquePointer
    private let fonts: [Font]

    /// Fails when fontconfig finds no settings or no memory.
    init?() {
        guard let config = FcInitLoadConfigAndFonts() else { return nil }
        self.config = config
        guard let set = FcConfigGetFonts(config, FcSetSystem)?.pointee, let patterns = set.fonts else {
            fonts = []
            return
        }
        let ranked = (0..<Int(set.nfont)).compactMap { patterns[$0].flatMap(Self.font) }.map { ($0.rank, $0) }
        fonts = ranked.sorted { ($0.0, $0.1.file.path, $0.1.file.index) < ($1.0, $1.1.file.path, $1.1.file.index) }
            .map(\.1)
    }

    deinit { FcConfigDestroy(config) }

    /// The best font that has all of `scalars`; for a sign, which is of no script, the best bold one if there is any. `isColor` tells
    /// whether it must have coloured glyphs. `language` is a BCP 47 tag, which chooses among the fonts for Chinese, Japanese and Korean.
    func font(with scalars: [UInt32], isColor: Bool, language: String?) -> FontFile? {
        let style = Self.hanStyle(of: language)
        let isSign = !isColor && scalars.count == 1 && Self.isSign(scalars[0])
        let found = fonts.lazy.filter { font in
            font.isColor == isColor && scalars.allSatisfy { FcCharSetHasChar(font.characters, $0) != 0 }
        }
        let best = found.first { font in
            (!isSign || font.isBold) && (!font.family.contains(" CJK ") || font.family.hasSuffix(style))
        }
        return (best ?? found.first)?.file
    }

    /// The font with a full name, or the boldest upright font of a family; letters' case does not matter.
    func font(named name: String) -> FontFile? {
        let wanted = name.lowercased()
        if let font = fonts.first(where: { $0.fullName.lowercased() == wanted }) { return font.file }
        return fonts.first { $0.family.lowercased() == wanted }?.file
    }

    /// A font of the same family and width that is bold and slanted, or at least one of the two, and which of them it is; `nil`
    /// where there is none. Bold is at least semibold, and heavier than the font itself.
    func styled(_ file: FontFile, isBold: Bool, isSlanted: Bool) -> (file: FontFile, isBold: Bool, isSlanted: Bool)? {
        guard let own = fonts.first(where: { $0.file == file }) else { return nil }
        let minimumWeight = isBold ? max(own.weight + 1, Int(FC_WEIGHT_DEMIBOLD)) : own.weight
        let family = fonts.filter { $0.family == own.family && $0.width == own.width && !$0.isColor }
        func font(heavier: Bool, slanted: Bool) -> Font? {
            let candidates = family.filter {
                $0.isSlanted == slanted && (heavier ? $0.weight >= minimumWeight : $0.weight == own.weight)
            }
            return candidates.min { ($0.weight, $0.file.path) < ($1.weight, $1.file.path) }
        }
        var wanted = [(isBold, isSlanted || own.isSlanted)]
        if isBold, isSlanted { wanted += [(false, true), (true, own.isSlanted)] }
        for (heavier, slanted) in wanted {
            guard let found = font(heavier: heavier, slanted: slanted) else { continue }
            return (found.file, heavier, slanted)
        }
        return nil
    }

    /// All families by name, each with the font that stands for it.
    var families: [InstalledFont] {
        var known: Set<String> = []
        let first = fonts.filter { known.insert($0.family).inserted }
        return first.sorted { $0.family < $1.family }.map { font in
            InstalledFont(
                family: font.family, fileName: font.file.path.split(separator: "/").last.map(String.init) ?? "")
        }
    }

    /// `true` for signs of mathematics and others, and for letters that are used as such, as ℝ is.
    private static func isSign(_ scalar: UInt32) -> Bool {
        if 0x2100...0x214F ~= scalar { return true }
        return switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .mathSymbol, .otherSymbol, .currencySymbol: true
        default: false
        }
    }

    private static func hanStyle(of language: String?) -> String {
        guard let language = language?.lowercased() else { return "SC" }
        if language.hasPrefix("ja") { return "JP" }
        if language.hasPrefix("ko") { return "KR" }
        if language.hasPrefix("zh-hk") || language.hasPrefix("zh-mo") { return "HK" }
        return language.hasPrefix("zh-hant") || language.hasPrefix("zh-tw") ? "TC" : "SC"
    }

    private static func font(_ pattern: OpaquePointer) -> Font? {
        // Type 1 and other formats, which fontconfig lists too, cannot be shaped.
        guard ["TrueType", "CFF"].contains(string(pattern, FC_FONTFORMAT)),
            let path = string(pattern, FC_FILE), let family = string(pattern, FC_FAMILY),
            integer(pattern, FC_SCALABLE) ?? 0 != 0 || isColor(pattern)
        else { return nil }
        var characters: OpaquePointer?
        guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch else { return nil }
        return Font(
            file: FontFile(path: path, index: Int(integer(pattern, FC_INDEX) ?? 0)), family: family,
            fullName: string(pattern, FC_FULLNAME) ?? family, isColor: isColor(pattern),
            weight: Int(integer(pattern, FC_WEIGHT) ?? FC_WEIGHT_REGULAR),
            isSlanted: integer(pattern, FC_SLANT) ?? FC_SLANT_ROMAN != FC_SLANT_ROMAN,
            width: Int(integer(pattern, FC_WIDTH) ?? FC_WIDTH_NORMAL), characters: characters)
    }

    private static func isColor(_ pattern: OpaquePointer) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(pattern, FC_COLOR, 0, &value) == FcResultMatch && value != 0
    }

    private static func string(_ pattern: OpaquePointer, _ key: String) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, key, 0, &value) == FcResultMatch, let value else { return nil }
        return String(cString: value)
    }

    private static func integer(_ pattern: OpaquePointer, _ key: String) -> Int32? {
        var value: Int32 = 0
        if FcPatternGetInteger(pattern, key, 0, &value) == FcResultMatch { return value }
        var flag: FcBool = 0
        return FcPatternGetBool(pattern, key, 0, &flag) == FcResultMatch ? flag : nil
    }
}

/// One font of a file.
struct FontFile: Hashable, Sendable {
    var path: String
    /// As FreeType counts: the font of a collection in the low 16 bits, a named instance above.
    var index: Int
}

/// A family of fonts that is installed on the machine.
public struct InstalledFont: Hashable, Sendable {
    /// The name of the family, for ``CaptionFont/named(_:)``.
    public let family: String
    /// The name, without folders, of the file that ``CaptionFont/named(_:)`` takes of it.
    public let fileName: String
}
