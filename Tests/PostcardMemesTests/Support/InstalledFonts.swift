@testable import PostcardMemes

/// Whether fonts that some tests need are installed.
enum InstalledFonts {
    static let hasNoto = has("Noto Sans Arabic") && has("Noto Sans Devanagari")
    static let hasNotoCJK = has("Noto Sans CJK JP")
    static let hasNotoEmoji = has("Noto Color Emoji")

    static let needsNoto = "needs the fonts of Debian's package fonts-noto-core"
    static let needsNotoCJK = "needs the fonts of Debian's package fonts-noto-cjk"
    static let needsNotoEmoji = "needs the font of Debian's package fonts-noto-color-emoji"

    private static func has(_ name: String) -> Bool {
        (try? FontLibrary.shared.typeface(named: name)) != nil
    }
}
