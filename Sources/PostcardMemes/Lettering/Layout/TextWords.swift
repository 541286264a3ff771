/// The text cut where lines may end, and fitted.
struct TextWords {
    private let words: [LineFitter.Word]
    private let ranges: [Range<Int>]

    /// - Parameter advances: of each scalar in units.
    init(_ text: CaptionText, advances: [Int]) {
        var words: [LineFitter.Word] = []
        var ranges: [Range<Int>] = []
        var start = 0
        let breaks = LineBreaks(text)
        for index in text.boundaries.dropFirst() {
            guard let kind = breaks.kind(before: index) ?? (index == text.count ? .allowed : nil) else { continue }
            var end = index
            while end > start, LineBreaks.isSpace(text.scalars[end - 1]) { end -= 1 }
            words.append(
                LineFitter.Word(
                    width: advances[start..<end].reduce(0, +),
                    space: kind == .forced ? 0 : advances[end..<index].reduce(0, +), breakAfter: kind,
                    clings: end - start <= 3 && end < index))
            ranges.append(start..<end)
            start = index
        }
        self.words = words
        self.ranges = ranges
    }

    struct Fitted {
        var size: Double
        var lines: [Range<Int>]
        /// Where the text begins that does not fit.
        var cut: Int?
    }

    func fit(_ constraints: LineFitter.Constraints, sizes: ClosedRange<Double>, capHeight: Int) -> Fitted {
        let fitter = LineFitter(words, constraints)
        var (size, count) = fitter.largest()
        size = max(Self.rounded(size, capHeight: capHeight), sizes.lowerBound)
        let lines = fitter.lines(count, at: size)
        return Fitted(size: size, lines: lines.map { ranges[$0.lowerBound].lowerBound..<ranges[$0.upperBound - 1].upperBound })
    }

    /// Down to where capitals have whole pixels, for crisp tops without hinting; small type would lose too much by it, and is
    /// rounded to quarters.
    private static func rounded(_ size: Double, capHeight: Int) -> Double {
        let capitals = size * Double(capHeight) / Double(TextLayout.unitsPerEm)
        guard capitals >= 16 else { return (size * 4).rounded(.down) / 4 }
        let whole = capitals.rounded(.down) * Double(TextLayout.unitsPerEm) / Double(capHeight)
        return (whole * 64).rounded(.down) / 64
    }
}
