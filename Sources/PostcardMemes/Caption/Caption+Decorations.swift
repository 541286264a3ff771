public import PostcardImaging

extension Caption {
    /// A line of constant width around the glyphs.
    public struct Outline: Hashable, Sendable, Codable, DefaultedDecodable {
        /// The color.
        public var color: Color
        /// The width of the outline outside the glyphs, as a fraction of the text size, 0 to 0.5. Characters in fallback fonts for Chinese,
        /// Japanese and Korean are dense and get three quarters of it.
        public var width: Double

        /// Makes an outline, by default as wide as in classic memes.
        public init(color: Color = .black, width: Double = 1.0 / 16) {
            self.color = color
            self.width = width
        }

        init(defaultedFrom decoder: any Decoder) throws {
            self.init()
            try decoder.update(&self, (CodingKeys.color, \.color), (.width, \.width))
        }
    }

    /// The shadow of the text and its outline.
    public struct Shadow: Hashable, Sendable, Codable, DefaultedDecodable {
        /// The color, including its opacity.
        public var color: Color
        /// The shadow's offset to the right, as a fraction of the text size, −2 to 2.
        public var x: Double
        /// The shadow's offset downward, as a fraction of the text size, −2 to 2.
        public var y: Double
        /// The width of the soft edge, as a fraction of the text size, 0 to 1.
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

        init(defaultedFrom decoder: any Decoder) throws {
            self.init()
            try decoder.update(&self, (CodingKeys.color, \.color), (.x, \.x), (.y, \.y), (.blur, \.blur))
        }
    }

    /// A rectangle behind the text, with rounded corners and, for a speech bubble, a tail.
    public struct Backdrop: Hashable, Sendable, Codable, DefaultedDecodable {
        /// The color, including its opacity.
        public var color: Color
        /// The distance between the text and the edge, as a fraction of the text size, 0 to 5.
        public var padding: Double
        /// The radius of the corners, as a fraction of the text size, 0 to 5.
        public var cornerRadius: Double
        /// The position of the tail's tip, as fractions of the base image, −10 to 10; `nil` for no tail.
        public var tail: UnitPoint?

        /// Makes a backdrop.
        public init(color: Color, padding: Double = 0.4, cornerRadius: Double = 0, tail: UnitPoint? = nil) {
            self.color = color
            self.padding = padding
            self.cornerRadius = cornerRadius
            self.tail = tail
        }

        init(defaultedFrom decoder: any Decoder) throws {
            self.init(color: try decoder.value(CodingKeys.color))
            try decoder.update(
                &self, (CodingKeys.padding, \.padding), (.cornerRadius, \.cornerRadius), (.tail, \.tail))
        }
    }
}
