@testable import PostcardMemes

/// Reports whether fonts that some tests need are installed.
enum InstalledFonts {
    static let hasNoto = has("Noto Sans Arabic") && has("Noto Sans Devanagari")
    static let hasNotoCJK = has("Noto Sans CJK JP")
    static let hasDejaVu = has("DejaVu Sans") && has("DejaVu Sans Bold")
    static let hasNotoEmoji = has("Noto Color Emoji")

    private static func has(_ name: String) -> Bool {
        (try? FontLibrary.shared.typeface(named: name)) != nil
    }
}
