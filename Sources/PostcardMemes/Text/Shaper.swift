import CText
import PostcardCore

/// Shapes characters into glyphs with HarfBuzz. Positions are in units of `TextLayout.unitsPerEm`.
final class Shaper {
    struct Glyph {
        var id: UInt32
        /// The index of the first scalar that the glyph represents.
        var scalar: Int
        var advance: Int
        var x: Int
        /// The distance upward.
        var y: Int
        /// The index of the glyph's font in the layout.
        var typeface: Int
        /// True if the glyph is in a column; then, `x` is the distance downward, and `y` is the distance to the right of the middle.
        var isUpright = false
    }

    /// The maximum number of glyphs in a run. Fonts can make several glyphs from one character; malicious fonts can make millions.
    private static let maximumCount = 65_536

    private let buffer: OpaquePointer
    private let language: OpaquePointer?
    private let text: [UInt32]
    /// The `case` feature for text in all capitals: in fonts that have this feature, dashes and brackets are centered on the capitals.
    private let features: [hb_feature_t]
    /// The indices of full-width punctuation that is half as wide, in ascending order.
    private let narrowed: [Int]

    /// `text` contains all scalars of the caption, because the scalars around a run influence its shapes. `language` is a BCP 47 tag; `nil`
    /// for the script's default shapes.
    init(_ text: [UInt32], language: String?) throws(MemeError) {
        guard let buffer = textLibrary.hb_buffer_create(), textLibrary.hb_buffer_allocation_successful(buffer) != 0
        else {
            throw MemeError(.outOfMemory, "Not enough memory for the text.")
        }
        self.buffer = buffer
        self.text = text
        features = Self.isInCapitals(text) ? [Self.caseFeature] : []
        narrowed = FullWidthPunctuation.narrowed(in: text)
        // Use a fixed tag instead of HarfBuzz's default, which follows the machine's locale.
        self.language = textLibrary.hb_language_from_string(language ?? "und", -1)
    }

    deinit { textLibrary.hb_buffer_destroy(buffer) }

    /// Returns the glyphs of a run from left to right. `scale` is the size of the typeface's em, in `TextLayout.unitsPerEm`.
    func shape(_ run: TextRun, with typeface: Typeface, scale: Int) throws(MemeError) -> [Glyph] {
        let isUpright = run.orientation == .upright
        let shaped = try shape(
            text, run.range, with: typeface, run.script,
            isUpright ? HB_DIRECTION_TTB : run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR,
            features + halfWidths(in: run))
        func units(_ value: hb_position_t) -> Int { typeface.units(Int(value), scale: scale) }
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(shaped.count)
        for (info, place) in shaped {
            var glyph = Glyph(
                id: info.codepoint, scalar: Int(info.cluster), advance: units(place.x_advance),
                x: units(place.x_offset), y: units(place.y_offset), typeface: run.typeface)
            if isUpright {
                glyph.isUpright = true
                (glyph.x, glyph.y) = (-glyph.y, glyph.x)
                glyph.advance = max(0, -units(place.y_advance))
            }
            if glyph.id == 0 {
                // Draw one box per character, however many scalars it has.
                if let last = glyphs.last, last.id == 0, last.scalar == glyph.scalar { continue }
                glyph.advance = typeface.units(typeface.missingGlyph.advance, scale: scale)
                (glyph.x, glyph.y) = (0, 0)
                if isUpright {
                    let capHeight = typeface.units(typeface.capHeight, scale: scale)
                    (glyph.x, glyph.y) = (capHeight * 11 / 10, -glyph.advance / 2)
                    glyph.advance = capHeight * 6 / 5
                }
            }
            glyphs.append(glyph)
        }
        return glyphs
    }

    /// Returns the hyphen of a font for the end of a line; `nil` if the font has no hyphen.
    func hyphen(of typeface: Typeface, number: Int, scale: Int) throws(MemeError) -> Glyph? {
        // Use U+2010 or, if the font lacks it, the hyphen-minus that keyboards have.
        guard let scalar = [0x2010, 0x2D].first(where: typeface.hasGlyph) else { return nil }
        let shaped = try shape([scalar], 0..<1, with: typeface, HB_SCRIPT_LATIN.rawValue, HB_DIRECTION_LTR, features)
        guard shaped.count == 1 else { return nil }
        return Glyph(
            id: shaped[0].info.codepoint, scalar: 0,
            advance: typeface.units(Int(shaped[0].place.x_advance), scale: scale), x: 0, y: 0, typeface: number)
    }

    private func shape(
        _ scalars: [UInt32], _ range: Range<Int>, with typeface: Typeface, _ script: UInt32,
        _ direction: hb_direction_t,
        _ features: [hb_feature_t]
    ) throws(MemeError) -> [(info: hb_glyph_info_t, place: hb_glyph_position_t)] {
        textLibrary.hb_buffer_clear_contents(buffer)
        textLibrary.hb_buffer_add_codepoints(
            buffer, scalars, Int32(scalars.count), UInt32(range.lowerBound), Int32(range.count))
        textLibrary.hb_buffer_set_direction(buffer, direction)
        textLibrary.hb_buffer_set_script(buffer, hb_script_t(rawValue: script))
        textLibrary.hb_buffer_set_language(buffer, language)
        textLibrary.hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
        textLibrary.hb_shape(typeface.font, buffer, features, UInt32(features.count))
        var count: UInt32 = 0
        let infos = textLibrary.hb_buffer_get_glyph_infos(buffer, &count)
        let places = textLibrary.hb_buffer_get_glyph_positions(buffer, &count)
        guard count <= Self.maximumCount else {
            throw MemeError(.invalidFont, "A line of text needs \(count) glyphs, which is too many. Use another font.")
        }
        return zip(
            UnsafeBufferPointer(start: infos, count: Int(count)), UnsafeBufferPointer(start: places, count: Int(count))
        ).map { ($0, $1) }
    }

    private static func isInCapitals(_ text: [UInt32]) -> Bool {
        let letters = text.compactMap { Unicode.Scalar($0)?.properties }
        return letters.contains(where: \.isUppercase) && !letters.contains(where: \.isLowercase)
    }

    private static let caseFeature = hb_feature_t(tag: 0x6361_7365, value: 1, start: 0, end: .max)

    /// Returns the features `halt`, or `vhal` in columns, for the narrowed punctuation of a run. HarfBuzz's work grows with the features.
    private func halfWidths(in run: TextRun) -> [hb_feature_t] {
        let tag: hb_tag_t = run.orientation == .upright ? 0x7668_616C : 0x6861_6C74
        let first = narrowed.partitioningIndex { $0 >= run.range.lowerBound }
        return narrowed[first...].prefix { $0 < run.range.upperBound }.map {
            hb_feature_t(tag: tag, value: 1, start: UInt32($0), end: UInt32($0) + 1)
        }
    }
}

extension Typeface {
    /// Returns the advance of a single character, in font units.
    func advance(of scalar: UInt32) -> Int {
        nominalGlyph(of: scalar).map { Int(textLibrary.hb_font_get_glyph_h_advance(font, $0)) } ?? missingGlyph.advance
    }

    /// Converts font units to `TextLayout.unitsPerEm`, rounding to the nearest unit, for a typeface of size `scale`.
    func units(_ value: Int, scale: Int) -> Int {
        let product = value * scale * 2
        return (product + (product < 0 ? -unitsPerEm : unitsPerEm)) / (2 * unitsPerEm)
    }

    /// Returns the box of a glyph's ink, in font units; `nil` if the glyph has no ink.
    func inkBox(of glyph: UInt32) -> InkBox? {
        if glyph == 0 { return missingGlyph.inkBox }
        var extents = hb_glyph_extents_t()
        guard textLibrary.hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.height != 0 else { return nil }
        let left = Int(extents.x_bearing)
        let above = Int(extents.y_bearing)
        // HarfBuzz reports downward heights as negative. Malicious fonts can return any values.
        return InkBox(
            left: left, right: left + max(0, Int(extents.width)), above: above,
            below: max(-above, -(above + Int(extents.height))))
    }
}
