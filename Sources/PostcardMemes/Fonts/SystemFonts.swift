import CText
import PostcardCore

/// The fonts installed on the machine, as listed by fontconfig, in the order in which they serve as fallbacks.
///
/// fontconfig's own order follows the user's settings and prefers fonts with many characters. Postcard's order is fixed, so machines with
/// the same fonts choose the same fallbacks. Fonts that suit bold captions come first, and fonts of the same rank are sorted by path.
final class SystemFonts {
    private struct Font {
        var file: FontFile
        var family: String
        var fullName: String
        var isColor: Bool
        var weight: Int
        var isSlanted: Bool
        var width: Int
        var characters: OpaquePointer

        /// Fails for Type 1 and other formats that fontconfig lists but HarfBuzz can't shape.
        init?(_ pattern: FontPattern) {
            isColor = pattern.integer(FC_COLOR) ?? 0 != 0
            guard ["TrueType", "CFF"].contains(pattern.string(FC_FONTFORMAT)),
                let path = pattern.string(FC_FILE), let family = pattern.string(FC_FAMILY),
                pattern.integer(FC_SCALABLE) ?? 0 != 0 || isColor, let characters = pattern.characters
            else { return nil }
            file = FontFile(path: path, index: Int(pattern.integer(FC_INDEX) ?? 0))
            self.family = family
            fullName = pattern.string(FC_FULLNAME) ?? family
            weight = Int(pattern.integer(FC_WEIGHT) ?? FC_WEIGHT_REGULAR)
            isSlanted = pattern.integer(FC_SLANT) ?? FC_SLANT_ROMAN != FC_SLANT_ROMAN
            width = Int(pattern.integer(FC_WIDTH) ?? FC_WIDTH_NORMAL)
            self.characters = characters
        }

        /// True for bold upright fonts that are neither serif nor monospaced.
        var isBold: Bool {
            weight >= FC_WEIGHT_DEMIBOLD && !isSlanted && !family.contains("Mono") && !family.contains("Serif")
        }

        /// The rank as a fallback; lower is better. Noto fonts come first, because they match each other across all scripts, followed by
        /// sans serif, upright and bold fonts.
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

    private let functions: postcard_fontconfig_functions
    private let config: OpaquePointer
    private let fonts: [Font]

    /// Fails if fontconfig is not installed, finds no configuration, or runs out of memory.
    init?() {
        guard let functions = postcard_fontconfig_open()?.pointee, let config = functions.FcInitLoadConfigAndFonts()
        else { return nil }
        self.functions = functions
        self.config = config
        guard let set = functions.FcConfigGetFonts(config, FcSetSystem)?.pointee, let patterns = set.fonts else {
            fonts = []
            return
        }
        let found = (0..<Int(set.nfont)).lazy.compactMap { patterns[$0] }
        let ranked = found.compactMap { Font(FontPattern(functions: functions, pattern: $0)) }.map { ($0.rank, $0) }
        fonts = ranked.sorted { ($0.0, $0.1.file.path, $0.1.file.index) < ($1.0, $1.1.file.path, $1.1.file.index) }
            .map(\.1)
    }

    deinit { functions.FcConfigDestroy(config) }

    /// Returns the best font that contains all of `scalars`. For a symbol, which belongs to no script, a bold font is preferred. `isColor`
    /// is true if only color glyphs are searched. `language` is a BCP 47 tag, which selects among fonts for Chinese, Japanese and Korean.
    func font(with scalars: [UInt32], isColor: Bool, language: String?) -> FontFile? {
        let style = Self.hanStyle(of: language)
        let isSymbol = !isColor && scalars.count == 1 && Self.isSymbol(scalars[0])
        let found = fonts.lazy.filter { font in
            font.isColor == isColor && scalars.allSatisfy { self.functions.FcCharSetHasChar(font.characters, $0) != 0 }
        }
        let best = found.first { font in
            (!isSymbol || font.isBold) && (!font.family.contains(" CJK ") || font.family.hasSuffix(style))
        }
        return (best ?? found.first)?.file
    }

    /// Returns the font with the given full name, or the boldest upright font of the family with that name. Case does not matter.
    func font(named name: String) -> FontFile? {
        let wanted = name.lowercased()
        if let font = fonts.first(where: { $0.fullName.lowercased() == wanted }) { return font.file }
        return fonts.first { $0.family.lowercased() == wanted }?.file
    }

    /// Returns a font of the same family and width that is bold, slanted or both, and which of the two styles this font has; `nil` if there
    /// is none. Bold means at least semibold, and heavier than the original font.
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

    /// All families, sorted by name, each with its best font.
    var families: [InstalledFont] {
        var known: Set<NameKey> = []
        let first = fonts.filter { known.insert($0.family).inserted }
        return first.sorted { $0.family < $1.family }.map { font in
            InstalledFont(
                family: font.family, fileName: font.file.path.split(separator: "/").last.map(String.init) ?? "")
        }
    }

    /// True for mathematical and other symbols, and for letters used as symbols, such as ℝ.
    private static func isSymbol(_ scalar: UInt32) -> Bool {
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
}

/// A fontconfig pattern that describes a font.
private struct FontPattern {
    let functions: postcard_fontconfig_functions
    let pattern: OpaquePointer

    var characters: OpaquePointer? {
        var characters: OpaquePointer?
        return functions.FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch ? characters : nil
    }

    func string(_ key: String) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard functions.FcPatternGetString(pattern, key, 0, &value) == FcResultMatch, let value else { return nil }
        return String(cString: value)
    }

    /// Returns a number; 1 or 0 for a Boolean.
    func integer(_ key: String) -> Int32? {
        var value: Int32 = 0
        if functions.FcPatternGetInteger(pattern, key, 0, &value) == FcResultMatch { return value }
        var flag: FcBool = 0
        return functions.FcPatternGetBool(pattern, key, 0, &flag) == FcResultMatch ? flag : nil
    }
}
