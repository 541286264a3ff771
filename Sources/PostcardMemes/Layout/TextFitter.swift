/// Splits text into words at possible line breaks, and fits them into a box.
struct TextFitter {
    /// The maximum number of characters in a word that is never split, and in a word that is split only with hyphens and at joints.
    private static let (longWord, endlessWord) = (12, 80)
    /// The minimum growth of the text size that justifies splitting phrases, splitting words with hyphens, and splitting other parts that
    /// are better kept whole.
    private static let (phraseGain, hyphenGain, partGain) = (1.25, 1.3, 2.5)

    /// The penalty for text of size zero. The penalty decreases linearly to zero at the largest size.
    private static let smallnessPenalty = 1.5

    /// A line of the text.
    struct Line {
        /// The scalars of the line, without trailing white space.
        var range: Range<Int>
        /// True if the line ends inside a word.
        var hasHyphen: Bool
    }

    struct Fitted {
        /// The size in pixels.
        var size: Double
        var lines: [Line]
        /// The start of the text that does not fit; `nil` if everything fits.
        var cut: Int?
    }

    private let text: CaptionText
    private let advances: [Int]
    private let breaker: LineBreaker
    private let hyphenWidth: (_ scalar: Int) -> Int

    /// `advances` contains the advance of each scalar in units. `hyphenWidth` returns the width of a hyphen after a scalar, in units; 0 if
    /// the font has no hyphen.
    init(_ text: CaptionText, advances: [Int], hyphenWidth: @escaping (_ scalar: Int) -> Int = { _ in 0 }) {
        self.text = text
        self.advances = advances
        self.hyphenWidth = hyphenWidth
        breaker = LineBreaker(text)
    }

    /// Returns the largest text size that fits the box, and the lines at that size.
    ///
    /// Phrases stay whole unless splitting them makes the text a quarter larger. Long words stay whole unless splitting them makes the text
    /// larger by `hyphenGain`: first at joints of names, then between syllables, then anywhere with a hyphen. Short bracketed text,
    /// hashtags, numbers and words without hyphens stay whole, and the text shrinks instead. They are split only if this makes the text
    /// larger by `partGain`, or if the text would otherwise not reach the minimum size. Text that does not fit at the minimum size is cut.
    func fit(_ constraints: LineFitter.Constraints, sizes: ClosedRange<Double>, capHeight: Int) -> Fitted {
        var best = Candidate(pieces(keeping: .phrases) { _, _ in nil }, constraints)
        func consider(_ pieces: Pieces, gain: Double) {
            let other = Candidate(pieces, constraints)
            let isNeeded = best.size < sizes.lowerBound && other.size > best.size
            if other.size > best.size * gain || isNeeded { best = other }
        }
        if breaker.hasPhrases || breaker.parts.hasLong, best.size < sizes.upperBound {
            consider(pieces(keeping: .parts) { _, _ in nil }, gain: Self.phraseGain)
        }
        let longest = best.pieces.longestWord
        if longest > Self.longWord {
            for place in [LineBreaker.Division.joint, .syllable, .letters] where best.size < sizes.upperBound {
                consider(
                    pieces(keeping: .parts) { count, _ in count > Self.longWord ? place : nil }, gain: Self.hyphenGain)
            }
        }
        if breaker.parts.hasWhole || longest > Self.endlessWord, best.size < sizes.upperBound {
            consider(
                pieces(keeping: .characters) { count, _ in count > Self.endlessWord ? .anywhere : nil },
                gain: Self.partGain)
        }
        if longest > Self.longWord, best.size < sizes.lowerBound {
            consider(pieces(keeping: .characters) { count, _ in count > Self.longWord ? .anywhere : nil }, gain: 1)
        }
        guard best.size < sizes.lowerBound else {
            let size = best.bestSize { max(sizes.lowerBound, Self.rounded($0, capHeight: capHeight)) }
            return Fitted(size: size, lines: best.fitter.lines(best.lines, at: size).map(best.pieces.line))
        }
        let limit = constraints.width(at: sizes.lowerBound)
        let cut = pieces(keeping: .characters) { _, width in width > limit ? .anywhere : nil }
        let lines = LineFitter(cut.words, constraints).filledLines(width: limit).map(cut.line)
        let fitting = constraints.lineCount(at: sizes.lowerBound)
        return Fitted(
            size: sizes.lowerBound, lines: Array(lines.prefix(fitting)),
            cut: fitting < lines.count ? lines[fitting].range.lowerBound : nil)
    }

    /// A way to split the text, and the largest size that this split allows.
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

        /// Returns the size to use, which is slightly below the largest size if that improves the lines and the text stays legible.
        /// `rounded` rounds sizes.
        func bestSize(_ rounded: (Double) -> Double) -> Double {
            let largest = rounded(size)
            guard lines > 1, var lowest = fitter.penalty(lines, at: largest) else { return largest }
            var best = largest
            for share in [0.95, 0.9] {
                let smaller = rounded(size * share)
                guard smaller > 0, smaller >= fitter.constraints.legibleSize,
                    let penalty = fitter.penalty(lines, at: smaller)
                else { continue }
                let whole = penalty + (1 - smaller / largest) * TextFitter.smallnessPenalty
                if whole < lowest { (lowest, best) = (whole, smaller) }
            }
            return best
        }
    }

    private struct Pieces {
        var words: [LineFitter.Word] = []
        var ranges: [Range<Int>] = []
        /// The number of characters in the longest word.
        var longestWord = 0

        func line(_ line: Range<Int>) -> Line {
            guard let last = line.last else { return Line(range: 0..<0, hasHyphen: false) }
            return Line(
                range: ranges[line.lowerBound].lowerBound..<ranges[last].upperBound,
                hasHyphen: words[last].hyphen > 0)
        }
    }

    /// `wholeness` specifies the parts of the text that stay whole. `worst` returns the worst kind of split allowed in a word with a given
    /// number of characters and width in units; `nil` to keep the word whole.
    private func pieces(
        keeping wholeness: LineBreaker.Wholeness, worst: (_ count: Int, _ width: Int) -> LineBreaker.Division?
    ) -> Pieces {
        var pieces = Pieces()
        var start = 0
        var count = 0
        var boundary = 0
        for (position, index) in text.boundaries.enumerated().dropFirst() {
            count += 1
            let kind = index == text.count ? .allowed : breaker.kind(before: index)
            guard let kind else { continue }
            if kind == .allowed, index < text.count, breaker.divides(wholeness, before: index) { continue }
            pieces.longestWord = max(pieces.longestWord, count)
            if let worst = worst(count, advances[start..<index].reduce(0, +)) {
                let word = breaker.word(start..<index)
                for inner in text.boundaries[boundary + 1..<position] where !breaker.isSpace(inner) && inner > start {
                    guard worst == .anywhere || breaker.division(before: inner, in: word) <= worst else { continue }
                    let hasHyphen = breaker.takesHyphen(before: inner, in: word)
                    add(start..<inner, .emergency, hasHyphen: hasHyphen, to: &pieces)
                    start = inner
                }
            }
            add(start..<index, kind, hasHyphen: index < text.count && breaker.isSoftHyphen(index - 1), to: &pieces)
            start = index
            count = 0
            boundary = position
        }
        return pieces
    }

    private func add(_ range: Range<Int>, _ kind: LineFitter.Word.Break, hasHyphen: Bool, to pieces: inout Pieces) {
        var end = range.upperBound
        while end > range.lowerBound, breaker.isSpace(end - 1) { end -= 1 }
        pieces.words.append(
            LineFitter.Word(
                width: advances[range.lowerBound..<end].reduce(0, +),
                space: kind == .forced ? 0 : advances[end..<range.upperBound].reduce(0, +), breakAfter: kind,
                penalty: kind == .allowed ? breaker.penalty(of: range.lowerBound..<end, before: range.upperBound) : 0,
                hyphen: hasHyphen ? hyphenWidth(end - 1) : 0))
        pieces.ranges.append(range.lowerBound..<end)
    }

    /// Rounds a size down so that the height of capitals is a whole number of pixels, which gives crisp tops without hinting. Small text
    /// would lose too much, so its cap height is rounded to quarters of a pixel.
    private static func rounded(_ size: Double, capHeight: Int) -> Double {
        let capitals = size * Double(capHeight) / Double(TextLayout.unitsPerEm)
        guard capitals >= 16 else { return (size * 4).rounded(.down) / 4 }
        // Heights in units are also rounded.
        let whole = min(size, (capitals + 1 / 64).rounded(.down) * Double(TextLayout.unitsPerEm) / Double(capHeight))
        return (whole * 64).rounded(.down) / 64
    }
}
