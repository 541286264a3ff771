/// A text that is to be divided among several places.
struct TextParts: Sendable, Equatable {
    /// The penalty of a division after a word, in squares of the average length of a part.
    private enum Cut {
        static let sentence = 0.0
        static let clause = 0.5
        static let word = 1.5
        /// To leave a place empty instead.
        static let nothing = 1.0
    }

    private static let maximumParts = 10
    /// Bytes of the longest text that is divided: a meme with more would be a wall.
    static let maximumBytes = 1_000

    /// As it was given, without space round it.
    let text: String
    /// Lines and sentences that it has.
    let count: Int

    private let words: [Substring]
    /// The penalty of a division after each word.
    private let costs: [Double]

    init(_ text: String) {
        var words: [Substring] = []
        var costs: [Double] = []
        let lines = text.split(whereSeparator: \.isNewline)
        for line in lines {
            let found = line.split(whereSeparator: \.isWhitespace)
            guard !found.isEmpty else { continue }
            words += found
            costs += found.dropLast().map(Self.cost(after:))
            costs.append(Cut.sentence)
        }
        self.text = words.joined(separator: " ")
        self.words = words
        self.costs = costs
        count = costs.count { $0 == Cut.sentence }
    }

    /// The text in at most so many parts, of which none is empty: as even as they can be, and rather where a sentence ends, or
    /// at least a clause. There are two or more where two are allowed; further ones only if no clause is torn for them.
    func divided(into places: Int) -> [String] {
        guard !words.isEmpty, places > 0 else { return [] }
        let most = min(places, words.count, Self.maximumParts)
        var best: (cost: Double, parts: [String])?
        for count in min(2, most)...most {
            let division = division(into: count)
            let cost = division.cost + Cut.nothing * Double(most - count)
            if best.map({ cost < $0.cost }) ?? true { best = (cost, division.parts) }
        }
        return best?.parts ?? []
    }

    private func division(into count: Int) -> (cost: Double, parts: [String]) {
        // Characters before each word, with the spaces.
        let starts = words.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count + 1) }
        let mean = Double(starts[words.count]) / Double(count)
        func cost(_ range: Range<Int>) -> Double {
            let difference = Double(starts[range.upperBound] - starts[range.lowerBound]) / mean - 1
            return difference * difference + (range.upperBound < words.count ? costs[range.upperBound - 1] : 0)
        }
        // least[end]: what the words before `end` cost in the parts so far; begins[part][end]: where the last of them begins.
        var least = (0...words.count).map { $0 == 0 ? 0 : Double.infinity }
        var begins: [[Int]] = []
        for part in 1...count {
            var next = [Double](repeating: .infinity, count: words.count + 1)
            var begin = [Int](repeating: 0, count: words.count + 1)
            for end in part...words.count {
                for start in (part - 1)..<end where least[start] < .infinity {
                    let sum = least[start] + cost(start..<end)
                    if sum < next[end] { (next[end], begin[end]) = (sum, start) }
                }
            }
            least = next
            begins.append(begin)
        }
        var end = words.count
        var parts: [String] = []
        for begin in begins.reversed() {
            parts.append(words[begin[end]..<end].joined(separator: " "))
            end = begin[end]
        }
        return (least[words.count], parts.reversed())
    }

    private static func cost(after word: Substring) -> Double {
        let last = word.last { !$0.isPunctuation || ".!?…。！？,;:–—、，-".contains($0) }
        switch last {
        case ".", "!", "?", "…", "。", "！", "？": return Cut.sentence
        case ",", ";", ":", "–", "—", "、", "，", "-": return Cut.clause
        default: return Cut.word
        }
    }
}
