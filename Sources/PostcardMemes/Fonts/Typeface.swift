import CText
import PostcardFonts
import Synchronization

/// A font that is read once and shared by all threads.
///
/// Marked unchecked because HarfBuzz's objects are made immutable here, and FreeType's face is used only under its lock.
public final class Typeface: @unchecked Sendable {
    /// The maximum size of a font file. The largest common fonts, which cover all of Chinese, Japanese and Korean, take 30 MB.
    package static let maximumByteCount = 128 << 20

    /// A number that distinguishes typefaces within the process.
    let number: Int
    /// The size of an em in font units.
    let unitsPerEm: Int
    /// The height of capitals in font units.
    let capHeight: Int
    /// The height halfway between the ascender and the descender, in font units above the baseline.
    let middle: Int
    /// True if the font has color glyphs.
    let isColor: Bool
    /// HarfBuzz's font, scaled to font units.
    let font: OpaquePointer

    private let face: OpaquePointer
    /// The file of an installed font; `nil` for other fonts.
    let file: FontFile?
    /// The size of the font file in bytes.
    let byteCount: Int
    private let index: Int
    private let freeType: Mutex<FreeTypeFace?>

    private static let count = Atomic<Int>(0)

    /// Reads a font.
    ///
    /// - Parameters:
    ///   - bytes: a TrueType, OpenType or TrueType collection file.
    ///   - index: the index of the font in a collection, from 0.
    /// - Throws: `MemeError` with code `invalidFont` if the bytes are not a font, or if the font is damaged.
    public convenience init(bytes: [UInt8], index: Int = 0) throws(MemeError) {
        try openTextLibrary()
        try self.init(bytes.withUnsafeBytes { Self.blob(of: $0, HB_MEMORY_MODE_DUPLICATE) }, index: index)
    }

    /// Reads an installed font. The font's file is mapped into memory that processes share.
    ///
    /// If a mapped file is truncated, the process crashes. Package managers replace the fonts in fontconfig's folders by renaming, so these
    /// fonts are not truncated. User-specified font files are read instead (Documentation/Decisions/0001-files-are-read-not-mapped.md).
    convenience init(_ file: FontFile) throws(MemeError) {
        try openTextLibrary()
        guard let blob = textLibrary.hb_blob_create_from_file_or_fail(file.path) else {
            throw MemeError(.invalidFont, "The font file \(file.path) can't be read.")
        }
        try self.init(blob, index: file.index, file: file)
    }

    /// The built-in typeface, used without copying its bytes.
    static func bundled() throws(MemeError) -> Typeface {
        try openTextLibrary()
        let bytes = UnsafeRawBufferPointer(start: postcard_frankmark_bytes(), count: postcard_frankmark_count())
        return try Typeface(blob(of: bytes, HB_MEMORY_MODE_READONLY))
    }

    private static func blob(of bytes: UnsafeRawBufferPointer, _ mode: hb_memory_mode_t) -> OpaquePointer? {
        guard let count = UInt32(exactly: bytes.count) else { return nil }
        return textLibrary.hb_blob_create(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, mode, nil, nil)
    }

    /// Takes ownership of a blob that contains a file's bytes.
    private init(_ blob: OpaquePointer?, index: Int = 0, file: FontFile? = nil) throws(MemeError) {
        guard let blob else { throw MemeError(.outOfMemory, "Not enough memory for the font.") }
        // The face retains the blob.
        defer { textLibrary.hb_blob_destroy(blob) }
        byteCount = Int(textLibrary.hb_blob_get_length(blob))
        guard byteCount <= Self.maximumByteCount else {
            throw MemeError(.invalidFont, "The font file is larger than \(Self.maximumByteCount >> 20) MB.")
        }
        guard (0..<1 << 31).contains(index), let face = textLibrary.hb_face_create(blob, UInt32(index & 0xFFFF)) else {
            throw MemeError(.invalidFont, "The font file does not contain font number \(index).")
        }
        let unitsPerEm = Int(textLibrary.hb_face_get_upem(face))
        guard textLibrary.hb_face_get_glyph_count(face) > 0, 16...16_384 ~= unitsPerEm,
            let font = textLibrary.hb_font_create(face)
        else {
            textLibrary.hb_face_destroy(face)
            throw MemeError(.invalidFont, "The file is not a usable font. Use a TrueType or OpenType file.")
        }
        textLibrary.hb_ot_font_set_funcs(font)
        textLibrary.hb_font_set_scale(font, Int32(unitsPerEm), Int32(unitsPerEm))
        if index >> 16 > 0 { textLibrary.hb_font_set_var_named_instance(font, UInt32(index >> 16 - 1)) }
        textLibrary.hb_face_make_immutable(face)
        textLibrary.hb_font_make_immutable(font)
        self.face = face
        self.font = font
        self.file = file
        self.index = index
        self.unitsPerEm = unitsPerEm
        number = Self.count.add(1, ordering: .relaxed).newValue
        capHeight = Self.capHeight(of: font, unitsPerEm: unitsPerEm)
        var extents = hb_font_extents_t()
        textLibrary.hb_font_get_extents_for_direction(font, HB_DIRECTION_LTR, &extents)
        middle = (Int(extents.ascender) + Int(extents.descender)) / 2
        isColor = textLibrary.hb_ot_color_has_png(face) != 0 || textLibrary.hb_ot_color_has_layers(face) != 0
        freeType = Mutex(nil)
    }

    deinit {
        textLibrary.hb_font_destroy(font)
        textLibrary.hb_face_destroy(face)
    }

    /// Returns the glyph for a single character; `nil` if the font has no such glyph.
    func nominalGlyph(of scalar: UInt32) -> UInt32? {
        var glyph: hb_codepoint_t = 0
        return textLibrary.hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 ? glyph : nil
    }

    /// True if the font has a glyph for a single character.
    func hasGlyph(for scalar: UInt32) -> Bool { nominalGlyph(of: scalar) ?? 0 != 0 }

    /// The box drawn for missing characters.
    var missingGlyph: MissingGlyph { MissingGlyph(capHeight: capHeight) }

    /// Returns the outline of a glyph in font units, emboldened if `isBold` is true; `nil` if the glyph has no outline.
    func outline(of glyph: UInt32, isBold: Bool = false) throws(MemeError) -> [OutlinePiece]? {
        if glyph == 0 { return missingGlyph.outline }
        let extra = isBold ? (width: boldness, capHeight: capHeight) : nil
        return try withFreeType { $0.outline(of: glyph, bolder: extra) }
    }

    /// Returns a color glyph; `nil` if the font has no such glyph.
    func bitmap(of glyph: UInt32, size: Double) throws(MemeError) -> ColorBitmap? {
        guard isColor, glyph != 0 else { return nil }
        return try withFreeType { $0.bitmap(of: glyph, size: size) }
    }

    /// Runs `body` with exclusive access to FreeType's face.
    private func withFreeType<Result: Sendable>(
        _ body: (FreeTypeFace) throws(MemeError) -> Result
    ) throws(MemeError) -> Result {
        try freeType.withLock { (opened) throws(MemeError) in
            if let opened { return try body(opened) }
            let made = try FreeTypeFace(face, index: index)
            let result = try body(made)
            opened = made
            return result
        }
    }

    /// The cap height from the font's tables; if that is implausible, the height of the letter H; if both are implausible, 0.7 em.
    private static func capHeight(of font: OpaquePointer, unitsPerEm: Int) -> Int {
        let reasonable = unitsPerEm / 5...unitsPerEm * 2
        var height: hb_position_t = 0
        if textLibrary.hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_CAP_HEIGHT, &height) != 0,
            reasonable ~= Int(height)
        {
            return Int(height)
        }
        var glyph: hb_codepoint_t = 0
        var extents = hb_glyph_extents_t()
        if textLibrary.hb_font_get_nominal_glyph(font, 0x48, &glyph) != 0,
            textLibrary.hb_font_get_glyph_extents(font, glyph, &extents) != 0,
            reasonable ~= Int(extents.y_bearing)
        {
            return Int(extents.y_bearing)
        }
        return unitsPerEm * 7 / 10
    }
}

extension Typeface {
    /// Returns true if the font can show a character. Only shaping reveals whether scalars share a glyph or are drawn from several glyphs.
    func covers(_ cluster: ArraySlice<UInt32>) -> Bool {
        if cluster.allSatisfy({ hasGlyph(for: $0) || TextCluster.isIgnorable($0) }) { return true }
        let glyphs = glyphs(of: Array(cluster))
        return !glyphs.isEmpty && !glyphs.contains(0)
    }

    /// Returns the font's glyphs for characters without context, in a line or column.
    func glyphs(of scalars: [UInt32], isVertical: Bool = false) -> [UInt32] {
        guard let buffer = textLibrary.hb_buffer_create() else { return [] }
        defer { textLibrary.hb_buffer_destroy(buffer) }
        textLibrary.hb_buffer_add_codepoints(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
        if isVertical { textLibrary.hb_buffer_set_direction(buffer, HB_DIRECTION_TTB) }
        textLibrary.hb_buffer_guess_segment_properties(buffer)
        textLibrary.hb_shape(font, buffer, nil, 0)
        var count: UInt32 = 0
        let infos = textLibrary.hb_buffer_get_glyph_infos(buffer, &count)
        return UnsafeBufferPointer(start: infos, count: Int(count)).map(\.codepoint)
    }
}
