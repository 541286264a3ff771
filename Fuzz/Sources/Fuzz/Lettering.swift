import PostcardImaging
import PostcardMemes

/// Captions in generated fonts, and generated captions.
enum Lettering {
    /// Two scripts, kerning, composites, loose marks, an emoji.
    private static let sample = "AVÀ To q\u{301}\u{308} fiΩЖ 😂"

    static func feed(font bytes: [UInt8]) {
        guard let typeface = try? Typeface(bytes: bytes, index: Int(bytes.last ?? 0) % 2) else { return }
        var caption = Caption(sample, in: UnitBox(x: 0, y: 0, width: 1, height: 0.8))
        caption.font = .typeface(typeface)
        draw(caption)
    }

    /// The first byte sets the rotation and the letter case.
    static func feed(text bytes: [UInt8]) {
        let first = bytes.first ?? 0
        var caption = Caption(String(decoding: bytes.dropFirst(), as: UTF8.self))
        caption.angle = Double(first >> 2) * 5
        caption.letterCase = LetterCase.allCases[Int(first & 3) % LetterCase.allCases.count]
        draw(caption)
    }

    private static func draw(_ caption: Caption) {
        // A new library each time, since cached fonts and glyphs would accumulate.
        let fonts = FontLibrary(usesSystemFonts: false, glyphCacheByteCount: 1 << 20)
        guard let report = try? Meme(captions: [caption]).rendered(on: Carrier.picture, fonts: fonts).reports.first
        else { return }
        precondition(report.textSize >= 1, "text without a size")
    }
}
