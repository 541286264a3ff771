extension Caption {
    /// The parts of a text that appear one after the other.
    public enum Appearance: String, Hashable, Sendable, CaseIterable, Codable {
        /// Word by word.
        case words
        /// Line by line, as lines are broken on the picture.
        case lines

        /// Reads a name.
        public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
    }

    /// `true` if the caption is not seen as a whole all the time.
    public var hasTimes: Bool { appearance != nil || start != nil || stop != nil }

    /// `true` if a glyph is one of the parts that are drawn.
    func draws(_ glyph: PlacedGlyph) -> Bool {
        guard let visiblePartCount else { return true }
        switch appearance {
        case .words: return glyph.word < visiblePartCount
        case .lines: return glyph.line < visiblePartCount
        case nil: return visiblePartCount > 0
        }
    }
}

extension Meme {
    /// `true` if some captions are not seen as a whole all the time, which only an animation can show.
    public var hasTimes: Bool { (above + captions + below).contains(where: \.hasTimes) }

    /// The meme with only so many words or lines of each caption drawn, all of which stay where they are; `nil` for all. Captions are
    /// counted from those above to those on the base image and those below; the rest is seen.
    func showing(_ counts: [Int?]) -> Meme {
        var meme = self
        meme.editCaptions { caption, number in
            if counts.indices.contains(number) { caption.visiblePartCount = counts[number] }
        }
        return meme
    }
}
