import PostcardImaging
import PostcardMemes

/// The query parameters of memegen's scheme.
struct MemegenParameters: Sendable {
    /// The bounds in pixels for the sides of results, as in memegen.
    static let minimumSide = 10
    static let maximumSide = 20_000
    /// The file extensions of formats that can be animated.
    static let animatedExtensions: Set = ["gif", "webp"]
    /// The value that memegen's API page fills in for parameters without a value.
    static let placeholder = "string"

    /// The names of styles and the URLs of overlays, in the order of their slots.
    var styles: [String] = []
    var font: CaptionFont?
    var fill: Color?
    /// The color of the outline. The outer optional is `nil` if the query contains no color, and the inner one is `nil` for no outline.
    var outline: Color??
    /// True if all lines are at the top.
    var isTop = false
    /// True if marks such as `*bold*` are kept as text.
    var isPlain = false
    /// The units in which text appears in an animation: words or lines; `nil` for memegen's timing.
    var appearance: Caption.Appearance?
    /// True if the lines are vertical columns.
    var isVertical = false
    /// The points that the tails of speech bubbles point at: one point for all lines, or one per line.
    var bubbles: [UnitPoint] = []
    /// The effects on the text, and the effect on the picture.
    var effects: (letters: Set<Caption.Effect>, picture: Meme.Effect?) = ([], nil)
    var width: Int?
    var height: Int?
    /// The center of overlays without a slot, as fractions of the base image.
    var center = UnitPoint(x: 0.5, y: 0.5)
    /// The side of overlays without a slot, as a fraction of the base image.
    var scale = 0.25
    /// The maximum number of frames of an animation; `nil` for all.
    var maximumFrames: Int?
    /// The parts of the base image that captions avoid.
    var avoidance: Caption.Avoidance?
    /// The times at which lines appear and disappear, as fractions of the animation.
    var spans: [MemeFile.Motion.Span] = []

    init(_ items: QueryItems, fonts: MemeFonts) throws(HTTPError) {
        styles = items.all("style").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { String($0.trimmingSpaces()) }.map { ["animated", Self.placeholder].contains($0) ? "" : $0 }
        if let name = items["font"], name != Self.placeholder { font = try fonts.font(named: name) }
        if let colors = items["color"] { try read(colors: colors) }
        isTop = items["layout"] == "top"
        appearance = try Self.choice("appear", items)
        isPlain = items["plain"].map(Self.isTrue) ?? false
        isVertical = items["vertical"].map(Self.isTrue) ?? false
        if let text = items["bubble"], !text.isEmpty {
            bubbles = Self.points(text)
            guard !bubbles.isEmpty else {
                throw .unprocessable(
                    "\"bubble\" is \"\(text.prefix(80))\"; write a position as x,y, each from 0 to 1, or one for each line as x,y,x,y."
                )
            }
        }
        for name in items.all("effect").flatMap({ $0.split(separator: ",") }).map({ String($0.trimmingSpaces()) }) {
            if let effect = Caption.Effect(rawValue: name) {
                effects.letters.insert(effect)
            } else if let effect = Meme.Effect(rawValue: name) {
                effects.picture = effect
            } else {
                throw .unprocessable(
                    "Unknown effect \"\(name.prefix(80))\". Use \(Self.effectNames.joined(separator: ", ")).")
            }
        }
        width = try Self.side("width", items)
        height = try Self.side("height", items)
        // As in memegen, invalid values are ignored here.
        if let points = items["center"].map(Self.points), points.count == 1 { center = points[0] }
        if let number = items["scale"].flatMap(Double.init), 0.01...4 ~= number { scale = number }
        if let count = items["frames"].flatMap({ Int($0) }), count > 0 { maximumFrames = count }
        avoidance = try Self.choice("avoid", items)
        spans = Self.spans(from: items["start"] ?? "", to: items["stop"] ?? "")
    }

    static let effectNames = Caption.Effect.allCases.map(\.rawValue) + Meme.Effect.allCases.map(\.rawValue)

    /// Returns the values of a query that affect pictures, for the cache key: all values of styles and effects, and the first value of each
    /// other parameter.
    static func fields(of items: QueryItems) -> [String] {
        parameters.map {
            ["style", "effect"].contains($0.name) ? items.all($0.name).joined(separator: ",") : items[$0.name] ?? ""
        }
    }

    func apply(to caption: inout Caption) {
        if let font { caption.font = font }
        if let fill { caption.fill = fill }
        if isPlain { caption.isPlain = true }
        if let appearance { caption.appearance = appearance }
        if !effects.letters.isEmpty { caption.effects = effects.letters }
        guard let outline else { return }
        caption.outline = outline.map {
            Caption.Outline(color: $0, width: caption.outline?.width ?? Caption.Outline().width)
        }
    }

    /// Returns the value of a parameter with a few possible values; `nil` if it is omitted.
    ///
    /// - Throws: `HTTPError` with status 422 for other values.
    private static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ items: QueryItems
    ) throws(HTTPError) -> Value? {
        guard let text = items[name], !text.isEmpty, text != placeholder else { return nil }
        guard let value = Value(rawValue: text) else {
            let all = Value.allCases.map(\.rawValue).joined(separator: " or ")
            throw .unprocessable("\"\(name)\" is \"\(text.prefix(80))\"; use \(all).")
        }
        return value
    }

    /// Returns a value as a Boolean, as in memegen: false for an empty value, `0`, `false` and `no`.
    static func isTrue(_ text: String) -> Bool { !["", "0", "false", "no"].contains(text.lowercased()) }

    /// Reads `text,outline`.
    private mutating func read(colors: String) throws(HTTPError) {
        let names = colors.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        if let name = names.first, !name.isEmpty { fill = try Self.color(name) }
        if names.count > 1, !names[1].isEmpty {
            let color = try Self.color(names[1])
            outline = .some(color.alpha == 0 ? nil : color)
        }
    }

    private static func color(_ name: Substring) throws(HTTPError) -> Color {
        guard let color = Color(css: String(name)) else {
            throw .unprocessable(
                "\"\(name.prefix(80))\" is not a color. Use ff8800, f80, or a CSS name such as orange.")
        }
        return color
    }

    private static func side(_ name: String, _ items: QueryItems) throws(HTTPError) -> Int? {
        guard let text = items[name], text != "0" else { return nil }
        guard let side = Int(text), minimumSide...maximumSide ~= side else {
            throw .unprocessable(
                "\"\(name)\" is \"\(text.prefix(80))\"; it must be between \(minimumSide) and \(maximumSide).")
        }
        return side
    }

    /// Returns points from pairs of numbers; an empty array if a number is not between 0 and 1.
    private static func points(_ text: String) -> [UnitPoint] {
        let numbers = numbers(text)
        guard numbers.count.isMultiple(of: 2), numbers.allSatisfy({ 0...1 ~= $0 }) else { return [] }
        return stride(from: 0, to: numbers.count, by: 2).map { UnitPoint(x: numbers[$0], y: numbers[$0 + 1]) }
    }

    private static func spans(from starts: String, to stops: String) -> [MemeFile.Motion.Span] {
        let (starts, stops) = (numbers(starts), numbers(stops))
        return (0..<max(starts.count, stops.count)).map { line in
            MemeFile.Motion.Span(
                start: starts.indices.contains(line) ? starts[line] : 0,
                stop: stops.indices.contains(line) ? stops[line] : 1)
        }
    }

    /// Reads numbers separated by commas; returns an empty array if one is not a number.
    private static func numbers(_ text: String) -> [Double] {
        let numbers = text.split(separator: ",").map { Double($0.trimmingSpaces()) }
        return numbers.contains { $0?.isFinite != true } ? [] : numbers.compactMap { $0 }
    }
}

extension MemegenParameters {
    /// The number of frames in an animation made from a still image, and the delay of each frame in milliseconds. The first pair is for
    /// lines with times in the URL; the second pair is for other lines. The values are memegen's.
    private static let (timed, untimed) = ((moments: 20, delay: 250), (moments: 5, delay: 1_200))
    /// The default times at which two lines appear, as fractions of the animation.
    private static let appearances = [0.2, 0.6]

    /// Returns the timing of an animation. `lines` are the lines in the URL; blank lines have no captions.
    func motion(of lines: [String]) -> MemeFile.Motion {
        let written = lines.indices.filter { !lines[$0].allSatisfy(\.isWhitespace) }
        var motion = MemeFile.Motion(maximumFrames: maximumFrames)
        if !spans.isEmpty {
            motion.spans = written.map { spans.indices.contains($0) ? spans[$0] : MemeFile.Motion.Span() }
            motion.stillSpans = motion.spans
            (motion.stillMoments, motion.stillDelay) = Self.timed
        } else if written.count == Self.appearances.count {
            motion.stillSpans = Self.appearances.map { MemeFile.Motion.Span(start: $0) }
            (motion.stillMoments, motion.stillDelay) = Self.untimed
        }
        return motion
    }
}
