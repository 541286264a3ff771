extension Caption {
    /// The parts of a text that appear one after the other.
    public enum Appearance: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// Word by word.
        case words
        /// Line by line, as lines are broken on the picture.
        case lines
    }

    /// `true` if the caption is not seen as a whole all the time.
    package var hasTimes: Bool { appearance != nil || startSeconds != nil || stopSeconds != nil }

    /// `true` if a glyph is one of the parts that are drawn.
    func draws(_ placed: PlacedGlyph) -> Bool {
        guard let visiblePartCount else { return true }
        switch appearance {
        case .words: return placed.glyph.word < visiblePartCount
        case .lines: return placed.line < visiblePartCount
        case nil: return visiblePartCount > 0
        }
    }
}

extension Meme {
    /// `true` if some captions are not seen as a whole all the time, which only an animation can show.
    package var hasTimes: Bool { allCaptions.contains(where: \.hasTimes) }
}

/// The times at which words and lines of a meme come and go, in milliseconds from the beginning.
struct MemeTimeline: Sendable {
    /// The time for a word, and more for each of its letters: about 170 words a minute, as subtitles have it.
    private static let (word, letter) = (160, 40)
    /// From the end of a caption to the beginning of the next.
    private static let pause = 400
    /// The time for which the end is seen on a picture that stands still.
    private static let hold = 2_000
    /// The time in which all words have come, however many there are.
    private static let maximumLength = 60_000
    /// The number of times at which words come; several come at a time where there are more.
    private static let maximumSteps = 150
    /// The part of a moving picture's length, and of a caption's own, in which all its words have come.
    private static let share = 0.75
    /// All times are multiples of it, so that no frame is shorter.
    private static let grid = 50

    /// A caption.
    private struct Track {
        /// When parts come, and how many there are from then on.
        var steps: [(time: Int, parts: Int)]
        /// When the caption goes.
        var end: Int?
        /// The number of all parts; `nil` for a caption that is seen as a whole.
        var count: Int?
    }

    private var tracks: [Track] = []

    /// `layouts` are those of the meme's captions. `length` is that of a picture that moves; captions without times of their own come
    /// faster on a short one.
    init(_ meme: Meme, _ layouts: [TextLayout], length: Int?) {
        let captions = Array(zip(meme.allCaptions, layouts))
        let parts = captions.map { caption, layout in Self.durations(of: caption, layout) }
        let size = max(1, (parts.reduce(0) { $0 + $1.count } + Self.maximumSteps - 1) / Self.maximumSteps)
        tracks = Self.tracks(captions.map(\.0), parts, pace: 1, size)
        let end = tracks.compactMap { $0.steps.last?.time }.max() ?? 0
        let most = min(Self.maximumLength, length.map { Int(Double($0) * Self.share) } ?? .max)
        if end > most { tracks = Self.tracks(captions.map(\.0), parts, pace: Double(most) / Double(end), size) }
    }

    /// The number of words or lines that are seen of each caption; `nil` for all.
    func seen(at time: Int) -> [Int?] {
        tracks.map { track in
            if let end = track.end, time >= end { return 0 }
            guard let step = track.steps.last(where: { $0.time <= time }) else { return 0 }
            return step.parts == track.count || track.count == nil ? nil : step.parts
        }
    }

    /// The times after the beginning at which something else is seen.
    var changes: [Int] {
        var times: Set<Int> = []
        for track in tracks {
            for step in track.steps where step.time > 0 { times.insert(step.time) }
            if let end = track.end { times.insert(end) }
        }
        return times.sorted()
    }

    /// A sentence for captions that begin when a picture that moves has ended; `nil` without any.
    func warning(ofLength length: Int) -> String? {
        let late = tracks.count { $0.steps.allSatisfy { $0.time >= length } }
        guard late > 0 else { return nil }
        return
            "\(late == 1 ? "A caption begins" : "\(late) captions begin") after the end: the picture moves for \(Double(length) / 1_000) seconds."
    }

    /// The frames of a picture that stands still.
    var stillFrames: [(time: Int, delay: Int)] {
        let times = [0] + changes
        return Self.pieces(between: times + [times[times.count - 1] + Self.hold])
    }

    /// The parts of a moving picture's frame, between which something else is seen.
    func pieces(from time: Int, lasting delay: Int) -> [(time: Int, delay: Int)] {
        let least = Self.grid / 2
        let inner = changes.filter { $0 >= time + least && $0 <= time + delay - least }
        return Self.pieces(between: [time] + inner + [time + delay])
    }

    private static func pieces(between times: [Int]) -> [(time: Int, delay: Int)] {
        zip(times, times.dropFirst()).map { (time: $0, delay: $1 - $0) }
    }

    /// The time for which each word or line is read.
    private static func durations(of caption: Caption, _ layout: TextLayout) -> [Int] {
        guard let appearance = caption.appearance else { return [] }
        var words: [Int] = []
        var lines: [Int] = []
        for line in layout.lines {
            var known = -1
            lines.append(0)
            for glyph in line.glyphs {
                if glyph.word >= words.count {
                    words += Array(repeating: word, count: glyph.word + 1 - words.count)
                }
                words[glyph.word] += letter
                lines[lines.count - 1] += letter + (glyph.word == known ? 0 : word)
                known = glyph.word
            }
        }
        return appearance == .words ? words : lines
    }

    /// `size` is the number of parts that come at a time.
    private static func tracks(_ captions: [Caption], _ durations: [[Int]], pace: Double, _ size: Int) -> [Track] {
        var next = 0.0
        return zip(captions, durations).map { caption, durations in
            let start = caption.startSeconds.map { $0 * 1_000 } ?? (caption.appearance == nil ? 0 : next)
            let end = caption.stopSeconds.map { $0 * 1_000 }
            let whole = Double(durations.reduce(0, +))
            let room = end.map { max(0, $0 - start) * share } ?? .infinity
            let pace = whole > 0 ? min(pace, room / whole) : pace
            var time = start
            var steps = durations.isEmpty ? [(time: rounded(start), parts: 0)] : []
            for (part, duration) in durations.enumerated() {
                if part.isMultiple(of: size) {
                    let step = (time: rounded(time), parts: min(part + size, durations.count))
                    if steps.last?.time == step.time { steps[steps.count - 1] = step } else { steps.append(step) }
                }
                time += Double(duration) * pace
            }
            if caption.appearance != nil { next = max(next, time + Double(pause) * pace) }
            return Track(steps: steps, end: end.map(rounded), count: durations.isEmpty ? nil : durations.count)
        }
    }

    private static func rounded(_ time: Double) -> Int { Int((time / Double(grid)).rounded()) * grid }
}
