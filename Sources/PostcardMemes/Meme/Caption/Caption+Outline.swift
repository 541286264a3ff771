public import PostcardImaging

extension Caption {
    /// A line of even width round the letters.
    public struct Outline: Hashable, Sendable, Codable {
        /// Its colour.
        public var color: Color
        /// How far it reaches beyond the letters, in fractions of the size, 0 to 0.5.
        public var width: Double

        /// Makes an outline; a sixteenth of the size is a meme's.
        public init(color: Color = .black, width: Double = 1.0 / 16) {
            self.color = color
            self.width = width
        }

        /// Reads what was written; what is left out is as in a new one.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init()
            color = try values.decodeIfPresent(Color.self, forKey: .color) ?? color
            width = try values.decodeIfPresent(Double.self, forKey: .width) ?? width
        }
    }
}
