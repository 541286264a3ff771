public import PostcardImaging

extension Caption {
    /// A rectangle behind the text, with round corners and, for what somebody says, a tail.
    public struct Backdrop: Hashable, Sendable, Codable {
        /// Its colour, with its opacity.
        public var color: Color
        /// Between the text and the edge, in fractions of the size, 0 to 5.
        public var padding: Double
        /// Radius of the corners, in fractions of the size, 0 to 5.
        public var cornerRadius: Double
        /// Where the tail ends, in fractions of the picture; `nil` for no tail.
        public var tail: UnitPoint?

        /// Makes a backdrop.
        public init(color: Color, padding: Double = 0.4, cornerRadius: Double = 0, tail: UnitPoint? = nil) {
            self.color = color
            self.padding = padding
            self.cornerRadius = cornerRadius
            self.tail = tail
        }

        /// Reads what was written; what is left out is as in a new one.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init(color: try values.decode(Color.self, forKey: .color))
            padding = try values.decodeIfPresent(Double.self, forKey: .padding) ?? padding
            cornerRadius = try values.decodeIfPresent(Double.self, forKey: .cornerRadius) ?? cornerRadius
            tail = try values.decodeIfPresent(UnitPoint.self, forKey: .tail)
        }
    }
}
