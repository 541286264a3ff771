/// Finds the colours for one frame after the other: exact ones if they are few, the best otherwise, and again those
/// from before if they do as well, because that saves a table and keeps moving pictures from flickering.
struct GIFColorChooser {
    /// The first palette, number 0. It grows while there is room.
    private var shared = GIFPalette()
    /// The last of all others. It grows too.
    private var own: GIFPalette?
    /// The number of palettes but the first.
    private var ownCount = 0
    private var lastIsShared = true
    private var counter = ColorCounter()

    /// The largest mean squared distance that is invisible.
    private static let invisibleError = 1.0
    /// The factor by which the previous colours may be worse than new ones.
    private static let tolerance = 1.2

    /// `screen` is in its state before the frame, with the picture to come. `area` is the frame's rectangle.
    /// `isCleared` tells whether it becomes transparent afterwards. Some viewers do that only to frames with a
    /// transparent index.
    mutating func choose(
        for screen: GIFScreen, _ area: PixelRect, isCleared: Bool, standsStill: Bool
    ) -> Choice {
        let hasKept = count(screen, area, changedOnly: true)
        let keepsSome = hasKept || isCleared
        if counter.isExact, counter.distinctCount <= (keepsSome ? 255 : 256) {
            return exact(counter.colors, needsTransparent: keepsSome)
        }
        if counter.isExact, counter.distinctCount == 256 {
            // Showing again the pixels that stay needs no index for them, and so leaves room for all 256.
            let hasTransparent = count(screen, area, changedOnly: false)
            if !hasTransparent, counter.distinctCount == 256 { return exact(counter.colors, needsTransparent: false) }
            _ = count(screen, area, changedOnly: true)
        }
        return best(keepsSome: keepsSome || !standsStill, standsStill: standsStill)
    }

    /// Keeps the tables that the mapping of the frame filled.
    mutating func remember(_ choice: Choice) {
        lastIsShared = choice.table == 0
        if lastIsShared {
            shared = choice.palette
        } else {
            own = choice.palette
            ownCount = choice.table
        }
    }

    /// Counts the opaque pixels of the frame: all, or those that change.
    ///
    /// - Returns: whether there are others.
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

    /// A palette with more colours; `nil` when it has no room for them.
    private static func palette(_ palette: GIFPalette, with colors: [Int32]) -> GIFPalette? {
        let new = colors.filter { palette.index(of: $0) == nil }
        guard palette.colors.count + new.count <= 256 else { return nil }
        var palette = palette
        for color in new { palette.append(color) }
        return palette
    }

    private mutating func best(keepsSome: Bool, standsStill: Bool) -> Choice {
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
            var new = GIFPalette(ColorQuantizer.colors(for: entries, count: most, refinements: standsStill ? 6 : 2))
            let newError = ColorQuantizer.error(of: new.nearest(), for: entries)
            if error > newError * GIFColorChooser.tolerance {
                palette = new
                error = newError
                table = shared.colors.isEmpty ? 0 : ownCount + 1
            }
        }
        let distance = Float(error.squareRoot())
        let method: Choice.Method =
            standsStill && !isFlat
            ? .diffused(limit: max(4, Int32(distance * 3))) : .ordered(amplitude: isFlat ? 0 : distance)
        return Choice(
            palette: palette, table: table, method: method,
            transparentIndex: keepsSome ? UInt8(truncatingIfNeeded: palette.colors.count) : nil)
    }

    /// The colours of one frame and how its pixels come to them.
    struct Choice {
        /// The way from a pixel to one of the colours.
        enum Method {
            /// Its own colour, or else the nearest one after adding blue noise of this amplitude, which stays where it is
            /// from frame to frame; 0 for pictures of few colours, where a pattern would show.
            case ordered(amplitude: Float)
            /// The nearest one, each pixel making up for the errors of those before (Floyd and Steinberg, 1976), by no more
            /// than `limit` a channel: where the palette has nothing fitting, debts would else grow until they show as
            /// stray dots.
            case diffused(limit: Int32)
        }

        var palette: GIFPalette
        /// The number of the palette. Palettes of one number have their colours at the same indices.
        var table: Int
        var method: Method
        /// For pixels that are transparent or stay as they are; no other pixel has it.
        var transparentIndex: UInt8?
    }
}
