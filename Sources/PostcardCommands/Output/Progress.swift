/// Displays the progress of many pictures or of a video: a bar in a terminal, or a line for every tenth of a long job.
struct Progress {
    private let total: Int
    private let isShown: Bool
    private let isPlain: Bool
    private let isPercentage: Bool
    private let start = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant?
    private var done = 0
    /// The number of remaining pictures.
    var left: Int { total - done }

    /// Makes a display.
    ///
    /// - Parameters:
    ///   - total: the number of pictures; `nil` for a percentage.
    ///   - isShown: whether there is a terminal for a bar.
    ///   - isPlain: whether lines are printed if there is no bar.
    init(total: Int? = nil, isShown: Bool = Console.showsProgress, isPlain: Bool = false) {
        isPercentage = total == nil
        self.total = total ?? 100
        self.isPlain = isPlain && !isShown && self.total >= 50
        self.isShown = isShown && self.total > 1
    }

    /// Shows the finished fraction, from 0 to 1.
    mutating func advance(toShare share: Double) {
        let percent = Int(share * 100)
        guard percent > done else { return }
        done = percent - 1
        advance()
    }

    mutating func advance() {
        done += 1
        if isPlain, done < total, done * 10 / total > (done - 1) * 10 / total {
            Console.error("\(done) of \(total)")
        }
        let now = ContinuousClock.now
        let isDue = lastDrawn.map { now - $0 > .milliseconds(60) } ?? true
        guard isShown, isDue || done == total else { return }
        lastDrawn = now
        draw(elapsed: now - start)
    }

    /// Removes the bar, so that a line of text can be printed.
    func clear() {
        if isShown { Console.errorInPlace("\r\u{1B}[K") }
    }

    private func draw(elapsed: Duration) {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        let rate = Double(done) / max(seconds, 0.001)
        let left = Int((Double(total - done) / max(rate, 0.001)).rounded(.up))
        let count = isPercentage ? "\(done)%" : "\(done)/\(total)  \(Int(rate.rounded()))/s"
        let text = " \(count)  \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left"
        let width = min(40, Console.width - text.count - 3)
        let bar: String
        if width > 4 {
            let filled = width * done / max(1, total)
            bar = "[" + String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled) + "]"
        } else {
            bar = ""
        }
        Console.errorInPlace("\r" + bar + text + "\u{1B}[K")
    }
}
