/// Finds the largest size at which words fit into a box, and the most even lines at that size.
///
/// Widths grow in proportion to the size, so no sizes are tried: for each number of lines, dynamic programming minimizes the widest line,
/// and the size follows from it. A second pass finds the lines at the best size that differ least in length.
struct LineFitter {
    /// A piece of text without a line break inside.
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

        /// The width without trailing white space, in units.
        var width: Int
        /// The width of the white space after the word, which disappears at the end of a line.
        var space: Int
        var breakAfter: Break
        /// The penalty for a line that ends with this word, such as an article, in units of squared relative deviation from the mean line
        /// length. It is negative for a good end, such as after a comma.
        var penalty: Double
        /// The width of the hyphen on a line that ends with this word, in units.
        var hyphen = 0
    }

    /// The box and the text metrics. Text lengths are in units, `TextLayout.unitsPerEm` to the size.
    struct Constraints {
        /// The width of the box in pixels.
        var width: Double
        /// The height of the box in pixels.
        var height: Double
        /// The maximum size in pixels.
        var maximumSize: Double
        /// The ink above the first baseline.
        var above: Int
        /// The ink below the last baseline.
        var below: Int
        /// The distance between baselines.
        var leading: Int
        /// The outline and padding on every side.
        var margin: Int
        /// The size in pixels below which text is hard to read on a phone.
        var legibleSize = 0.0

        /// The largest size for `lines` lines whose widest has `width` units.
        func size(lines: Int, width widest: Int) -> Double {
            min(
                maximumSize, width * Double(TextLayout.unitsPerEm) / Double(max(1, widest + 2 * margin)),
                heightLimit(lines: lines))
        }

        func heightLimit(lines: Int) -> Double {
            let needed = above + below + (lines - 1) * leading + 2 * margin
            return height * Double(TextLayout.unitsPerEm) / Double(max(1, needed))
        }

        /// The number of lines that fit at `size`. At least one line is drawn.
        func lineCount(at size: Double) -> Int {
            let rest = height * Double(TextLayout.unitsPerEm) / size - Double(above + below + 2 * margin)
            return rest < 0 ? 1 : 1 + Int(rest / Double(max(1, leading)))
        }

        /// The maximum length of a line at `size`, in units.
        func width(at size: Double) -> Int {
            Int(width * Double(TextLayout.unitsPerEm) / size) - 2 * margin
        }
    }

    /// The maximum number of words for the exact search. With more words, lines are filled one after another.
    static let maximumWords = 400

    let words: [Word]
    let constraints: Constraints
    /// The start of each word if all were on one line, and the end.
    private let starts: [Int]

    init(_ words: [Word], _ constraints: Constraints) {
        self.words = words
        self.constraints = constraints
        var starts = [0]
        starts.reserveCapacity(words.count + 1)
        for word in words { starts.append(starts[starts.count - 1] + word.width + word.space) }
        self.starts = starts
    }

    /// The largest size in pixels, and its number of lines.
    func largest() -> (size: Double, lines: Int) {
        words.count > Self.maximumWords ? largestFilled() : largestExact()
    }

    private func width(_ first: Int, _ end: Int) -> Int {
        starts[end] - starts[first] - words[end - 1].space + words[end - 1].hyphen
    }

    /// The minimum gains in size for an additional line, at legible sizes and below. Fewer lines read better and hide less of the picture.
    private static let (lineGain, smallLineGain) = (1.15, 1.03)

    private func isBetter(_ size: Double, than last: Double) -> Bool {
        size > last * (last < constraints.legibleSize ? Self.smallLineGain : Self.lineGain)
    }

    /// The exact search for the number of lines.
    private func largestExact() -> (size: Double, lines: Int) {
        let count = words.count
        guard count > 0 else { return (constraints.maximumSize, 0) }
        // best[end] is the minimum width of the widest line of the words before `end`, in the current number of lines.
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

    /// The lines for `size`: the most even division into `lines` lines if there is one, or else lines filled one after another.
    func lines(_ lines: Int, at size: Double) -> [Range<Int>] {
        let limit = constraints.width(at: size)
        return evenLines(lines, width: limit)?.lines ?? filledLines(width: limit)
    }

    /// The penalty of the most even division; `nil` if there is none.
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

    /// The lines with the smallest sum of squared deviations from the mean length, and of penalties for a short last line, for poor line
    /// ends such as an article, and for breaks inside words.
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
