/// Chooses the colors of each frame: exact colors if there are few, otherwise the best approximation. The colors of earlier frames are
/// reused if they are about as good, because that saves a table and avoids flicker.
struct GIFColorChooser {
    /// The first palette, number 0. Colors are added until the palette is full.
    private var shared = GIFPalette()
    /// The last of the other palettes. Colors are added to it too.
    private var own: GIFPalette?
    /// The number of palettes, not counting the first.
    private var ownCount = 0
    private var lastIsShared = true
    private var counter = ColorCounter()

    /// The largest mean squared distance that is invisible.
    private static let invisibleError = 1.0
    /// The factor by which the previous colors may be worse than new colors.
    private static let tolerance = 1.2

    /// Chooses the colors of a frame. `screen` contains the state before the frame, and the target picture. `area` is the frame's
    /// rectangle. `isCleared` is true if the rectangle becomes transparent afterward. Some viewers clear only frames that have a
    /// transparent index.
    mutating func choose(
        for screen: GIFScreen, _ area: PixelRect, isCleared: Bool, isStill: Bool
    ) -> Choice {
        let hasKept = count(screen, area, changedOnly: true)
        let keepsSome = hasKept || isCleared
        if counter.isExact, counter.distinctCount <= (keepsSome ? 255 : 256) {
            return exact(counter.colors, needsTransparent: keepsSome)
        }
        if counter.isExact, counter.distinctCount == 256 {
            // If unchanged pixels are drawn again, they need no transparent index, which leaves room for all 256 colors.
            let hasTransparent = count(screen, area, changedOnly: false)
            if !hasTransparent, counter.distinctCount == 256 { return exact(counter.colors, needsTransparent: false) }
            _ = count(screen, area, changedOnly: true)
        }
        return best(keepsSome: keepsSome || !isStill, isStill: isStill)
    }

    /// Keeps the tables that were filled when the frame was mapped.
    mutating func remember(_ choice: Choice) {
        lastIsShared = choice.table == 0
        if lastIsShared {
            shared = choice.palette
        } else {
            own = choice.palette
            ownCount = choice.table
        }
    }

    /// Counts the opaque pixels of the frame: all of them, or only the changed ones.
    ///
    /// - Returns: true if some pixels were not counted.
    private mutating func count(_ screen: GIFScreen, _ area: PixelRect, changedOnly: Bool) -> Bool {
        counter.reset(for: area.size.area)
        var skipped = 0
        for y in area.rows {
            var color = GIFColor.transparent
            var run = 0
            let start = y * screen.size.width
            for position in start + area.x..<start + area.columns.upperBound {
                let pixel = screen.target[position]
                if pixel == GIFColor.transparent || (changedOnly && pixel == screen.source[position]) {
                    skipped += 1
                } else if pixel == color {
                    run += 1
                } else {
                    if run > 0 { counter.add(color, count: run) }
                    color = pixel
                    run = 1
                }
            }
            if run > 0 { counter.add(color, count: run) }
        }
        return skipped > 0
    }

    private func exact(_ colors: [Int32], needsTransparent: Bool) -> Choice {
        let (palette, table) =
            GIFColorChooser.palette(shared, with: colors).map { ($0, 0) }
            ?? own.flatMap { GIFColorChooser.palette($0, with: colors) }.map { ($0, ownCount) }
            ?? (GIFPalette(colors), ownCount + 1)
        var choice = Choice(palette: palette, table: table, method: .ordered(amplitude: 0))
        guard needsTransparent else { return choice }
        if palette.colors.count < 256 {
            choice.transparentIndex = UInt8(palette.colors.count)
        } else {
            let used = Set<UInt8>(colors.compactMap { palette.index(of: $0) })
            choice.transparentIndex = (0...255).first { !used.contains($0) }
        }
        return choice
    }

    /// Returns the palette with `colors` added; `nil` if that would be more than 256 colors.
    private static func palette(_ palette: GIFPalette, with colors: [Int32]) -> GIFPalette? {
        let new = colors.filter { palette.index(of: $0) == nil }
        guard palette.colors.count + new.count <= 256 else { return nil }
        var palette = palette
        for color in new { palette.append(color) }
        return palette
    }

    private mutating func best(keepsSome: Bool, isStill: Bool) -> Choice {
        let (frequent, others) = counter.entries()
        let entries = frequent + others
        let most = keepsSome ? 255 : 256
        let weight = frequent.reduce(0) { $0 + $1.weight }
        let isFlat = weight * 4 >= counter.total * 3 && frequent.count <= 2 * most
        var palette = lastIsShared ? shared : own ?? shared
        var table = lastIsShared || own == nil ? 0 : ownCount
        var error = Double.infinity
        if !palette.colors.isEmpty, palette.colors.count <= most {
            error = ColorQuantizer.error(of: palette.nearest(), for: entries)
        }
        if error > GIFColorChooser.invisibleError {
            var new = GIFPalette(ColorQuantizer.colors(for: entries, count: most, refinements: isStill ? 6 : 2))
            let newError = ColorQuantizer.error(of: new.nearest(), for: entries)
            if error > newError * GIFColorChooser.tolerance {
                palette = new
                error = newError
                table = shared.colors.isEmpty ? 0 : ownCount + 1
            }
        }
        let distance = Float(error.squareRoot())
        let method: Choice.Method =
            isStill && !isFlat
            ? .diffused(limit: max(4, Int32(distance * 3))) : .ordered(amplitude: isFlat ? 0 : distance)
        return Choice(
            palette: palette, table: table, method: method,
            transparentIndex: keepsSome ? UInt8(truncatingIfNeeded: palette.colors.count) : nil)
    }

    /// The colors of a frame and the method that maps its pixels to them.
    struct Choice {
        /// The mapping from a pixel to one of the colors.
        enum Method {
            /// The exact color, or the nearest color after adding blue noise of this amplitude. The noise is the same in every frame. The
            /// amplitude is 0 for pictures with few colors, where a pattern would be visible.
            case ordered(amplitude: Float)
            /// The nearest color, where each pixel compensates for errors in previous pixels (Floyd and Steinberg, 1976), by at most
            /// `limit` per channel. Without a limit, errors would add up where the palette has no similar color, until they are visible as
            /// stray dots.
            case diffused(limit: Int32)
        }

        var palette: GIFPalette
        /// The number of the palette. Palettes with the same number have their colors at the same indices.
        var table: Int
        var method: Method
        /// The index for pixels that are transparent or unchanged; no other pixel uses this index.
        var transparentIndex: UInt8?
    }
}
