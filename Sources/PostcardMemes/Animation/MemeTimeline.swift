extension Caption {
    /// The units in which text appears.
    public enum Appearance: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// Word by word.
        case words
        /// Line by line, as wrapped on the picture.
        case lines
    }

    /// True if the caption is not always fully visible.
    package var isTimed: Bool { appearance != nil || startSeconds != nil || stopSeconds != nil }

    /// Returns true if a glyph belongs to a visible part.
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
    /// True if any caption is not always fully visible, which requires an animation.
    package var isTimed: Bool { allCaptions.contains(where: \.isTimed) }
}

/// The times at which the words and lines in a meme appear and disappear, in milliseconds from the start.
struct MemeTimeline: Sendable {
    /// The time for each word, and the extra time for each of its letters: about 170 words a minute, as in subtitles.
    private static let (word, letter) = (160, 40)
    /// The time between the end of a caption and the start of the next caption.
    private static let pause = 400
    /// The time for which the complete text stays visible on a still image.
    private static let hold = 2_000
    /// The maximum time until all words have appeared, however many words there are.
    private static let maximumLength = 60_000
    /// The maximum number of steps. If a meme has more words, several words appear at a time.
    private static let maximumSteps = 150
    /// The maximum number of frames of a meme on a still image: the steps, and the first frame.
    static let maximumFrames = maximumSteps + 1
    /// The fraction of the animation's duration, or of a caption's own duration, within which all words of the caption appear.
    private static let share = 0.75
    /// All times are multiples of this value, so each frame lasts at least this long.
    private static let grid = 50

    /// The times of one caption.
    private struct Track {
        /// The times at which parts appear, each with the number of parts that are visible from then on.
        var steps: [(time: Int, parts: Int)]
        /// The time at which the caption disappears; `nil` for never.
        var end: Int?
        /// The total number of parts; `nil` for a caption that appears all at once.
        var count: Int?
    }

    private var tracks: [Track] = []

    /// Plans the times of the captions from their `layouts`. `length` is the duration of an animated base image; if the base image's
    /// duration is short, captions appear faster.
    init(_ meme: Meme, _ layouts: [TextLayout], length: Int?) {
        let captions = Array(zip(meme.allCaptions, layouts))
        let parts = captions.map { caption, layout in Self.durations(of: caption, layout) }
        let size = max(1, (parts.reduce(0) { $0 + $1.count } + Self.maximumSteps - 1) / Self.maximumSteps)
        tracks = Self.tracks(captions.map(\.0), parts, pace: 1, size)
        let end = tracks.compactMap { $0.steps.last?.time }.max() ?? 0
        let most = min(Self.maximumLength, length.map { Int(Double($0) * Self.share) } ?? .max)
        if end > most { tracks = Self.tracks(captions.map(\.0), parts, pace: Double(most) / Double(end), size) }
    }

    /// Returns the number of visible words or lines in each caption; `nil` if all are visible.
    func visibleParts(at time: Int) -> [Int?] {
        tracks.map { track in
            if let end = track.end, time >= end { return 0 }
            guard let step = track.steps.last(where: { $0.time <= time }) else { return 0 }
            return step.parts == track.count || track.count == nil ? nil : step.parts
        }
    }

    /// The times, from the start of the animation, at which a caption changes.
    var changes: [Int] {
        var times: Set<Int> = []
        for track in tracks {
            for step in track.steps where step.time > 0 { times.insert(step.time) }
            if let end = track.end { times.insert(end) }
        }
        return times.sorted()
    }

    /// Returns a warning about captions that start after the animation has ended; `nil` if there are none.
    func warning(ofLength length: Int) -> String? {
        let late = tracks.count { $0.steps.allSatisfy { $0.time >= length } }
        guard late > 0 else { return nil }
        return
            "\(late == 1 ? "A caption starts" : "\(late) captions start") after the end: the animation lasts \(Double(length) / 1_000) seconds."
    }

    /// The frames of a meme on a still image.
    var stillFrames: [(time: Int, delay: Int)] {
        let times = [0] + changes
        return Self.pieces(between: times + [times[times.count - 1] + Self.hold])
    }

    /// Splits a frame of an animation at caption changes.
    func pieces(from time: Int, lasting delay: Int) -> [(time: Int, delay: Int)] {
        let least = Self.grid / 2
        let inner = changes.filter { $0 >= time + least && $0 <= time + delay - least }
        return Self.pieces(between: [time] + inner + [time + delay])
    }

    private static func pieces(between times: [Int]) -> [(time: Int, delay: Int)] {
        zip(times, times.dropFirst()).map { (time: $0, delay: $1 - $0) }
    }

    /// Returns the time that it takes to read each word or line.
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

    /// `size` is the number of parts that appear at a time.
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
