import PostcardCore
import Testing

@testable import PostcardMemes

struct LineFitterTests {
    private func fitter(_ widths: [Int], width: Double = 1000, height: Double = 300, maximum: Double = 500)
        -> LineFitter
    {
        let em = TextLayout.unitsPerEm
        let words = widths.map {
            LineFitter.Word(width: $0 * em / 100, space: em / 4, breakAfter: .allowed, penalty: 0)
        }
        return LineFitter(
            words,
            LineFitter.Constraints(
                width: width, height: height, maximumSize: maximum, above: em * 7 / 10, below: 0,
                leading: em * 84 / 100,
                margin: em / 16))
    }

    /// The best size among all divisions into lines.
    private func brute(_ fitter: LineFitter) -> [Int: Double] {
        var best: [Int: Double] = [:]
        let count = fitter.words.count
        for breaks in 0..<(1 << (count - 1)) {
            var lines: [Int] = []
            var width = 0
            for (index, word) in fitter.words.enumerated() {
                width += word.width
                if index == count - 1 || breaks >> index & 1 == 1 {
                    lines.append(width)
                    width = 0
                } else {
                    width += word.space
                }
            }
            let size = fitter.constraints.size(lines: lines.count, width: lines.max() ?? 0)
            best[lines.count] = max(best[lines.count] ?? 0, size)
        }
        return best
    }

    @Test(arguments: [
        [300], [300, 200, 100], [120, 340, 80, 260, 190, 410], [50, 50, 50, 50, 50, 50, 50, 50],
        [900, 40, 40, 900, 40, 120],
    ])
    func `the size is the largest for its number of lines`(widths: [Int]) {
        let fitter = fitter(widths)
        let found = fitter.largest()
        let best = brute(fitter)
        #expect(best[found.lines] == found.size)
        // A different number of lines would not make the text 15% larger.
        for (lines, size) in best { #expect(size <= found.size * 1.15, "\(lines) lines") }
    }

    /// Fewer lines are preferred, unless one more line makes the text 15% larger.
    @Test func `another line makes the text at least 15% larger`() {
        var random = SeededRandom(seed: 20)
        for _ in 0..<300 {
            let count = Int.random(in: 1...7, using: &random)
            let widths = (0..<count).map { _ in Int.random(in: 40...500, using: &random) }
            let fitter = fitter(widths, height: Double(Int.random(in: 100...900, using: &random)))
            let best = brute(fitter)
            var expected = (size: best[1] ?? 0, lines: 1)
            for lines in 1...widths.count {
                if let size = best[lines], size > expected.size * 1.15 { expected = (size, lines) }
            }
            #expect(fitter.largest() == expected, "\(widths)")
        }
    }

    /// Text that is hard to read gets another line even for a small gain in size.
    @Test func `below the legible size another line makes the text at least 3% larger`() {
        var random = SeededRandom(seed: 55)
        var more = 0
        for _ in 0..<300 {
            let count = Int.random(in: 2...7, using: &random)
            let widths = (0..<count).map { _ in Int.random(in: 40...500, using: &random) }
            var small = fitter(widths, height: Double(Int.random(in: 100...900, using: &random)))
            let best = brute(small)
            let usual = small.largest()
            let legible = Double.random(in: 20...200, using: &random)
            var constraints = small.constraints
            constraints.legibleSize = legible
            small = LineFitter(small.words, constraints)
            var expected = (size: best[1] ?? 0, lines: 1)
            for lines in 1...widths.count {
                let gain = expected.size < legible ? 1.03 : 1.15
                if let size = best[lines], size > expected.size * gain { expected = (size, lines) }
            }
            #expect(small.largest() == expected, "\(widths)")
            more += expected.lines > usual.lines ? 1 : 0
        }
        // The rule applies to some of the texts.
        #expect(more > 10)
    }

    /// The penalty of two lines with fixed lengths is known: the squared deviations, and the cost of a short last line.
    @Test(arguments: [(10, 0.5), (34, 0.5), (40, 0.5), (49, 0.5), (50, 0), (60, 0), (100, 0)])
    func `a last line below half of the mean length is short`(percent: Int, extra: Double) throws {
        let em = TextLayout.unitsPerEm
        let words = [200 - percent, percent].map {
            LineFitter.Word(width: em * $0 / 100, space: 0, breakAfter: .forced, penalty: 0)
        }
        let fitter = LineFitter(words, fitter([]).constraints)
        let deviation = Double(100 - percent) / 100
        let penalty = try #require(fitter.penalty(2, at: 10))
        #expect(abs(penalty - (2 * deviation * deviation + extra)) < 0.001)
    }

    @Test func `the chosen lines fit at the chosen size`() {
        let fitter = fitter([120, 340, 80, 260, 190, 410, 220, 90, 150])
        let found = fitter.largest()
        let lines = fitter.lines(found.lines, at: found.size * 0.999)
        #expect(lines.count == found.lines)
        for line in lines {
            let width = line.reduce(0) { $0 + fitter.words[$1].width } + (line.count - 1) * (TextLayout.unitsPerEm / 4)
            #expect(width <= fitter.constraints.width(at: found.size * 0.999))
        }
        #expect(lines.flatMap(\.self) == Array(0..<9))
    }

    @Test func `the last line is never a single short word`() {
        let fitter = fitter([100, 100, 100, 100, 100, 30], height: 400)
        let found = fitter.largest()
        let lines = fitter.lines(found.lines, at: found.size * 0.98)
        #expect(found.lines > 1)
        #expect(lines.last?.count != 1)
    }

    @Test(arguments: [1, 7, 399, 400, 401, 3000])
    func `every word is on exactly one line`(count: Int) {
        let fitter = fitter((0..<count).map { 50 + $0 * 37 % 200 })
        let found = fitter.largest()
        #expect(found.size > 0)
        #expect(fitter.lines(found.lines, at: found.size).flatMap(\.self) == Array(0..<count))
    }
}
