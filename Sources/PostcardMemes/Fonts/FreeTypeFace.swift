import CFreeType
import CText

/// A font opened in FreeType, for outlines in font units and for color bitmaps. FreeType allows only one thread at a time per face.
final class FreeTypeFace {
    /// The maximum number of points in a glyph. Glyphs of real fonts have far fewer.
    static let maximumPoints = 20_000

    private let library: FT_Library
    let face: FT_Face
    private let blob: OpaquePointer?

    /// Opens the file behind HarfBuzz's `font`.
    init(_ font: OpaquePointer, index: Int) throws(MemeError) {
        var library: FT_Library?
        guard FT_Init_FreeType(&library) == 0, let library else {
            throw MemeError(.outOfMemory, "Not enough memory for FreeType.")
        }
        var count: UInt32 = 0
        let blob = textLibrary.hb_face_reference_blob(font)
        let bytes = textLibrary.hb_blob_get_data(blob, &count)
        var face: FT_Face?
        let status = bytes.map {
            $0.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
                FT_New_Memory_Face(library, $0, FT_Long(count), FT_Long(index), &face)
            }
        }
        guard status == 0, let face else {
            FT_Done_FreeType(library)
            textLibrary.hb_blob_destroy(blob)
            throw MemeError(
                .invalidFont, "FreeType can't read the font. Use a TrueType or OpenType file.")
        }
        self.library = library
        self.face = face
        self.blob = blob
    }

    deinit {
        FT_Done_Face(face)
        FT_Done_FreeType(library)
        textLibrary.hb_blob_destroy(blob)
    }

    /// Returns the outline of a glyph in font units; `nil` if the glyph has no outline, or too many points. `bolder` is the weight in font
    /// units added to strokes, half on each side; capitals keep their height.
    func outline(of glyph: UInt32, bolder: (width: Int, capHeight: Int)? = nil) -> [OutlinePiece]? {
        guard FT_Load_Glyph(face, glyph, FT_Int32(FT_LOAD_NO_SCALE)) == 0, let slot = face.pointee.glyph,
            slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE, Int(slot.pointee.outline.n_points) <= Self.maximumPoints
        else { return nil }
        if let bolder { Self.embolden(&slot.pointee.outline, by: bolder.width, capHeight: bolder.capHeight) }
        var outline: [OutlinePiece] = []
        // Midpoints can be between whole font units, so FreeType scales them to 64ths.
        var functions = FT_Outline_Funcs(
            move_to: { FreeTypeFace.add(.move(point($0)), to: $1) },
            line_to: { FreeTypeFace.add(.line(point($0)), to: $1) },
            conic_to: { FreeTypeFace.add(.quadratic(point($0), point($1)), to: $2) },
            cubic_to: { FreeTypeFace.add(.cubic(point($0), point($1), point($2)), to: $3) },
            shift: 6, delta: 0)
        let status = withUnsafeMutablePointer(to: &outline) {
            FT_Outline_Decompose(&slot.pointee.outline, &functions, $0)
        }
        return status == 0 ? outline : nil
    }

    /// Widens letters, and makes vertical strokes heavier by `width`. Horizontal strokes gain a third of this width, as in real bold fonts.
    private static func embolden(_ outline: inout FT_Outline, by width: Int, capHeight: Int) {
        let height = width / 3
        guard let points = outline.points, capHeight > 0 else { return }
        for index in 0..<Int(outline.n_points) { points[index].x = FT_Pos(Typeface.stretched(Int(points[index].x))) }
        guard FT_Outline_EmboldenXY(&outline, FT_Pos(width), FT_Pos(height)) == 0 else { return }
        // FreeType leaves the left and bottom edges where they are.
        for index in 0..<Int(outline.n_points) {
            points[index].x -= FT_Pos(width / 2)
            points[index].y = points[index].y * FT_Pos(capHeight) / FT_Pos(capHeight + height)
        }
    }

    /// Returns a color glyph from the smallest bitmaps of at least `size` pixels per em, or from the largest bitmaps if all are smaller;
    /// `nil` if the font has no color glyph.
    func bitmap(of glyph: UInt32, size: Double) -> ColorBitmap? {
        guard let pixelsPerEm = selectStrike(size) else { return nil }
        let flags = FT_Int32(FT_LOAD_COLOR) | FT_Int32(FT_LOAD_RENDER) | FT_Int32(FT_LOAD_NO_HINTING)
        guard FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph else { return nil }
        let bitmap = slot.pointee.bitmap
        let width = Int(bitmap.width)
        let height = Int(bitmap.rows)
        guard bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), let buffer = bitmap.buffer,
            1...ColorBitmap.maximumSide ~= width, 1...ColorBitmap.maximumSide ~= height, Int(bitmap.pitch) >= width * 4
        else { return nil }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        for row in 0..<height {
            let bytes = UnsafeRawPointer(buffer + row * Int(bitmap.pitch))
            for column in 0..<width {
                pixels.append(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self)))
            }
        }
        return ColorBitmap(
            width: width, height: height, left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top),
            pixelsPerEm: pixelsPerEm, pixels: pixels)
    }

    /// Selects the best bitmap size or, for layered glyphs, `size` itself. Returns the pixels per em.
    private func selectStrike(_ size: Double) -> Int? {
        guard face.pointee.num_fixed_sizes > 0, let strikes = face.pointee.available_sizes else {
            let pixels = UInt32(min(max(size.rounded(.up), 8), Double(ColorBitmap.maximumSide) / 2))
            return FT_Set_Pixel_Sizes(face, 0, pixels) == 0 ? Int(pixels) : nil
        }
        let sizes = (0..<Int(face.pointee.num_fixed_sizes)).map { Int(strikes[$0].y_ppem) >> 6 }
        guard let largest = sizes.max(), largest > 0 else { return nil }
        let best = sizes.filter { Double($0) >= size }.min() ?? largest
        guard let index = sizes.firstIndex(of: best), FT_Select_Size(face, FT_Int(index)) == 0 else { return nil }
        return best
    }

    private static func add(_ piece: OutlinePiece, to context: UnsafeMutableRawPointer?) -> Int32 {
        guard let outline = context?.assumingMemoryBound(to: [OutlinePiece].self) else { return 1 }
        outline.pointee.append(piece)
        return 0
    }
}

/// Converts a FreeType point from 64ths of a font unit.
private func point(_ vector: UnsafePointer<FT_Vector>?) -> SIMD2<Float> {
    vector.map { SIMD2(Float($0.pointee.x), Float($0.pointee.y)) / 64 } ?? .zero
}
