/// Finds the largest size at which words fit into a box, and the most even lines at that size.
///
/// Widths grow in proportion to the size, so sizes need not be tried: for each number of lines, dynamic programming minimizes the widest
/// line, and the size follows from this width. A second pass finds, for the best size, the lines that differ least in length.
struct LineFitter {
    /// A piece of text that contains no line break.
    struct Word: Equatable {
        /// The kind of line break after a word.
        enum Break: Equatable {
            /// A break that the script allows.
            case allowed
            /// A break inside a word, used only if nothing else fits.
            case emergency
            /// A break that the text requires.
            case forced
        }

        /// The width of the word without trailing white space, in units.
        var width: Int
        /// The width of the white space after the word, which disappears at the end of a line.
        var space: Int
        var breakAfter: Break
        /// The penalty for a line that ends with this word (for example, an article), as a squared relative deviation from the mean line
        /// length. The penalty is negative if the word is a good end for a line (for example, a word with a comma).
        var penalty: Double
        /// The width of the hyphen if a line ends with this word, in units.
        var hyphen = 0
    }

    /// The box and the text metrics. Text lengths are in units: `TextLayout.unitsPerEm` units make up the text size.
    struct Constraints {
        /// The width of the box in pixels.
        var width: Double
        /// The height of the box in pixels.
        var height: Double
        /// The maximum size in pixels.
        var maximumSize: Double
        /// The height of the ink above the first baseline.
        var above: Int
        /// The height of the ink below the last baseline.
        var below: Int
        /// The distance between baselines.
        var leading: Int
        /// The width of the outline and padding on every side.
        var margin: Int
        /// The size in pixels below which text is hard to read on a phone.
        var legibleSize = 0.0

        /// Returns the largest size for `lines` lines if the widest line is `width` units wide.
        func size(lines: Int, width widest: Int) -> Double {
            min(
                maximumSize, width * Double(TextLayout.unitsPerEm) / Double(max(1, widest + 2 * margin)),
                heightLimit(lines: lines))
        }

        func heightLimit(lines: Int) -> Double {
            let needed = above + below + (lines - 1) * leading + 2 * margin
            return height * Double(TextLayout.unitsPerEm) / Double(max(1, needed))
        }

        /// Returns the number of lines that fit at `size`, at least 1.
        func lineCount(at size: Double) -> Int {
            let rest = height * Double(TextLayout.unitsPerEm) / size - Double(above + below + 2 * margin)
            return rest < 0 ? 1 : 1 + Int(rest / Double(max(1, leading)))
        }

        /// Returns the maximum length of a line at `size`, in units.
        func width(at size: Double) -> Int {
            Int(width * Double(TextLayout.unitsPerEm) / size) - 2 * margin
        }
    }

    /// The maximum number of words for the exact search. If there are more words, lines are filled one after another.
    static let maximumWords = 400

    let words: [Word]
    let constraints: Constraints
    /// The position where each word would start if all words were on one line, and the end of the last word.
    private let starts: [Int]

    init(_ words: [Word], _ constraints: Constraints) {
        self.words = words
        self.constraints = constraints
        var starts = [0]
        starts.reserveCapacity(words.count + 1)
        for word in words { starts.append(starts[starts.count - 1] + word.width + word.space) }
        self.starts = starts
    }

    /// Returns the largest size in pixels, and the number of lines at that size.
    func largest() -> (size: Double, lines: Int) {
        words.count > Self.maximumWords ? largestFilled() : largestExact()
    }

    private func width(_ first: Int, _ end: Int) -> Int {
        starts[end] - starts[first] - words[end - 1].space + words[end - 1].hyphen
    }

    /// The minimum growth of the text size that justifies an additional line: for legible text and for smaller text. Fewer lines read better
    /// and hide less of the picture.
    private static let (lineGain, smallLineGain) = (1.15, 1.03)

    /// True if a line more, which changes the size from `last` to `size`, is justified.
    private func isBetter(_ size: Double, than last: Double) -> Bool {
        size > last * (last < constraints.legibleSize ? Self.smallLineGain : Self.lineGain)
    }

    /// Runs the exact search.
    private func largestExact() -> (size: Double, lines: Int) {
        let count = words.count
        guard count > 0 else { return (constraints.maximumSize, 0) }
        // best[end] is the smallest possible width of the widest line when the words before `end` are split into the current number of
        // lines.
        var best = [Int](repeating: .max, count: count + 1)
        best[0] = 0
        var result: (size: Double, lines: Int)?
        for lines in 1...count {
            if let result, constraints.heightLimit(lines: lines) <= result.size { break }
            var next = [Int](repeating: .max, count: count + 1)
            for end in lines...count {
                var first = end - 1
                var lowest = Int.max
                while first >= lines - 1 {
                    let last = width(first, end)
                    if last >= lowest { break }
                    if best[first] < .max { lowest = min(lowest, max(best[first], last)) }
                    if first > 0, words[first - 1].breakAfter == .forced { break }
                    first -= 1
                }
                next[end] = lowest
            }
            best = next
            guard best[count] < .max else { continue }
            let size = constraints.size(lines: lines, width: best[count])
            if result.map({ isBetter(size, than: $0.size) }) ?? true { result = (size, lines) }
        }
        return result ?? (0, count)
    }

    /// Bisects the range of sizes, filling lines one after another.
    private func largestFilled() -> (size: Double, lines: Int) {
        var low = 0.0
        var high = constraints.maximumSize
        var lines = words.count
        for _ in 0..<20 {
            let size = (low + high) / 2
            let filled = filledLines(width: constraints.width(at: size))
            let widest = filled.reduce(0) { max($0, width($1.lowerBound, $1.upperBound)) }
            if constraints.size(lines: filled.count, width: widest) >= size {
                low = size
                lines = filled.count
            } else {
                high = size
            }
        }
        return (low, lines)
    }

    /// Returns the lines at `size`: the most even split into `lines` lines, if one exists; otherwise, lines filled one after another.
    func lines(_ lines: Int, at size: Double) -> [Range<Int>] {
        let limit = constraints.width(at: size)
        return evenLines(lines, width: limit)?.lines ?? filledLines(width: limit)
    }

    /// Returns the penalty of the most even split; `nil` if no split is possible.
    func penalty(_ lines: Int, at size: Double) -> Double? {
        evenLines(lines, width: constraints.width(at: size))?.penalty
    }

    func filledLines(width limit: Int) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var first = 0
        for index in words.indices {
            if index > first, width(first, index + 1) > limit {
                result.append(first..<index)
                first = index
            }
            if words[index].breakAfter == .forced {
                result.append(first..<index + 1)
                first = index + 1
            }
        }
        if first < words.count { result.append(first..<words.count) }
        return result
    }

    /// Returns the lines that minimize the sum of squared deviations from the mean length, plus penalties for a short last line, for bad
    /// line ends such as an article, and for breaks inside words.
    private func evenLines(_ lines: Int, width limit: Int) -> (lines: [Range<Int>], penalty: Double)? {
        let count = words.count
        guard lines > 0, lines <= count, count <= Self.maximumWords else { return nil }
        let ideal = Double(max(1, width(0, count) / lines))
        var costs = [[Double]](repeating: [Double](repeating: .infinity, count: count + 1), count: lines + 1)
        var froms = [[Int]](repeating: [Int](repeating: 0, count: count + 1), count: lines + 1)
        costs[0][0] = 0
        for line in 1...lines {
            for end in line...count where line < lines || end == count {
                var first = end - 1
                while first >= line - 1 {
                    let width = width(first, end)
                    if width > limit && end - first > 1 { break }
                    let before = costs[line - 1][first]
                    if before < .infinity {
                        let cost = before + penalty(first, end, width: Double(width), ideal: ideal)
                        if cost < costs[line][end] {
                            costs[line][end] = cost
                            froms[line][end] = first
                        }
                    }
                    if first > 0, words[first - 1].breakAfter == .forced { break }
                    first -= 1
                }
            }
        }
        guard costs[lines][count] < .infinity else { return nil }
        var result: [Range<Int>] = []
        var end = count
        for line in stride(from: lines, to: 0, by: -1) {
            result.append(froms[line][end]..<end)
            end = froms[line][end]
        }
        return (result.reversed(), costs[lines][count])
    }

    private func penalty(_ first: Int, _ end: Int, width: Double, ideal: Double) -> Double {
        let last = words[end - 1]
        let lack = (width - ideal) / ideal
        var penalty = lack * lack
        if end == words.count || last.breakAfter == .forced {
            if first > 0, width < ideal / 2 { penalty += 0.5 }
        } else {
            if last.breakAfter == .emergency { penalty += 2 }
            penalty += last.penalty
        }
        return penalty
    }
}
