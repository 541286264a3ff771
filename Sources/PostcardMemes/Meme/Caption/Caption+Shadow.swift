public import PostcardImaging

extension Caption {
    /// A shadow of the letters and their outline.
    public struct Shadow: Hashable, Sendable, Codable {
        /// Its colour, with its opacity.
        public var color: Color
        /// To the right, in fractions of the size, −2 to 2.
        public var x: Double
        /// Downwards, in fractions of the size, −2 to 2.
        public var y: Double
        /// How far its edge is spread, in fractions of the size, 0 to 1.
        public var blur: Double

        /// Makes a shadow.
        public init(
            color: Color = Color(red: 0, green: 0, blue: 0, alpha: 160), x: Double = 0.04, y: Double = 0.04,
            blur: Double = 0.06
        ) {
            self.color = color
            self.x = x
            self.y = y
            self.blur = blur
        }

        /// Reads what was written; what is left out is as in a new one.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init()
            color = try values.decodeIfPresent(Color.self, forKey: .color) ?? color
            x = try values.decodeIfPresent(Double.self, forKey: .x) ?? x
            y = try values.decodeIfPresent(Double.self, forKey: .y) ?? y
            blur = try values.decodeIfPresent(Double.self, forKey: .blur) ?? blur
        }
    }
}
