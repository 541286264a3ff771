/// The text cut where lines may end, and fitted.
struct TextWords {
    /// Characters that a word must have to be broken where no line may end.
    private static let longWord = 12
    /// The penalty of a line that ends with a short word, such as an article.
    private static let shortWordPenalty = 0.04

    struct Fitted {
        /// In pixels.
        var size: Double
        /// Scalars of each line, without white space at its end.
        var lines: [Range<Int>]
        /// The start of the text that does not fit.
        var cut: Int?
    }

    private let text: CaptionText
    private let advances: [Int]
    private let breaks: LineBreaks

    /// `advances` are those of each scalar in units.
    init(_ text: CaptionText, advances: [Int]) {
        self.text = text
        self.advances = advances
        breaks = LineBreaks(text)
    }

    /// The largest size and its lines.
    ///
    /// Phrases stay whole unless dividing them makes the letters a quarter larger, words unless breaking the long ones makes them
    /// twice as large; or either is the only way to stay above the smallest size. What does not fit at that size is cut.
    func fit(_ constraints: LineFitter.Constraints, sizes: ClosedRange<Double>, capHeight: Int) -> Fitted {
        var best = Candidate(pieces(keepsPhrases: true) { _, _ in false }, constraints)
        func consider(_ pieces: Pieces, gain: Double) {
            let other = Candidate(pieces, constraints)
            let isNeeded = best.size < sizes.lowerBound && other.size > best.size
            if other.size > best.size * gain || isNeeded { best = other }
        }
        if breaks.hasPhrases, best.size < sizes.upperBound {
            consider(pieces(keepsPhrases: false) { _, _ in false }, gain: 1.25)
        }
        if best.pieces.hasLongWord, best.size < sizes.upperBound {
            consider(pieces(keepsPhrases: false) { count, _ in count > Self.longWord }, gain: 2)
        }
        guard best.size < sizes.lowerBound else {
            let size = max(sizes.lowerBound, Self.rounded(best.size, capHeight: capHeight))
            return Fitted(size: size, lines: best.fitter.lines(best.lines, at: size).map(best.pieces.range))
        }
        let limit = constraints.width(at: sizes.lowerBound)
        let cut = pieces(keepsPhrases: false) { _, width in width > limit }
        let lines = LineFitter(cut.words, constraints).filledLines(width: limit).map(cut.range)
        let fitting = constraints.lineCount(at: sizes.lowerBound)
        return Fitted(
            size: sizes.lowerBound, lines: Array(lines.prefix(fitting)),
            cut: fitting < lines.count ? lines[fitting].lowerBound : nil)
    }

    /// One way to cut the text, and the largest size that it allows.
    private struct Candidate {
        var pieces: Pieces
        var fitter: LineFitter
        var size: Double
        var lines: Int

        init(_ pieces: Pieces, _ constraints: LineFitter.Constraints) {
            self.pieces = pieces
            fitter = LineFitter(pieces.words, constraints)
            (size, lines) = fitter.largest()
        }
    }

    private struct Pieces {
        var words: [LineFitter.Word] = []
        var ranges: [Range<Int>] = []
        var hasLongWord = false

        func range(_ line: Range<Int>) -> Range<Int> {
            line.isEmpty ? 0..<0 : ranges[line.lowerBound].lowerBound..<ranges[line.upperBound - 1].upperBound
        }
    }

    /// `keepsPhrases` tells whether only lines that divide no phrase may end. `isBroken` tells whether a word of so
    /// many characters and so many units may be cut between any two of them.
    private func pieces(keepsPhrases: Bool, isBroken: (_ count: Int, _ width: Int) -> Bool) -> Pieces {
        var pieces = Pieces()
        var start = 0
        var count = 0
        var boundary = 0
        for (position, index) in text.boundaries.enumerated().dropFirst() {
            count += 1
            let kind = index == text.count ? .allowed : breaks.kind(before: index)
            guard let kind else { continue }
            if keepsPhrases, kind == .allowed, index < text.count, breaks.dividesPhrase(before: index) { continue }
            if count > Self.longWord { pieces.hasLongWord = true }
            if isBroken(count, advances[start..<index].reduce(0, +)) {
                for inner in text.boundaries[boundary + 1..<position] where !breaks.isSpace(inner) && inner > start {
                    add(start..<inner, .emergency, to: &pieces)
                    start = inner
                }
            }
            add(start..<index, kind, to: &pieces)
            start = index
            count = 0
            boundary = position
        }
        return pieces
    }

    private func add(_ range: Range<Int>, _ kind: LineFitter.Word.Break, to pieces: inout Pieces) {
        var end = range.upperBound
        while end > range.lowerBound, breaks.isSpace(end - 1) { end -= 1 }
        let letters = end - range.lowerBound
        pieces.words.append(
            LineFitter.Word(
                width: advances[range.lowerBound..<end].reduce(0, +),
                space: kind == .forced ? 0 : advances[end..<range.upperBound].reduce(0, +), breakAfter: kind,
                penalty: kind == .allowed && end < range.upperBound && letters <= 3
                    ? Self.shortWordPenalty : breaks.penalty(before: range.upperBound)))
        pieces.ranges.append(range.lowerBound..<end)
    }

    /// Down to where capitals have whole pixels, for crisp tops without hinting; small type would lose too much by it, and is
    /// rounded to quarters.
    private static func rounded(_ size: Double, capHeight: Int) -> Double {
        let capitals = size * Double(capHeight) / Double(TextLayout.unitsPerEm)
        guard capitals >= 16 else { return (size * 4).rounded(.down) / 4 }
        // Heights in units are rounded themselves.
        let whole = min(size, (capitals + 1 / 64).rounded(.down) * Double(TextLayout.unitsPerEm) / Double(capHeight))
        return (whole * 64).rounded(.down) / 64
    }
}
