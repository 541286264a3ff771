public import PostcardImaging

/// A background that extends beyond the base image: bands with captions above and below the image, or a frame around the image.
public struct Surround: Hashable, Sendable, Codable, DefaultedDecodable {
    /// A line around the picture.
    public struct Keyline: Hashable, Sendable, Codable, DefaultedDecodable {
        /// The color.
        public var color = Color.white
        /// The width, as a fraction of the picture's mean side √(width × height), 0 to 0.5; at least one pixel.
        public var width = 0.003
        /// The gap between the line and the picture, also as a fraction of the mean side, 0 to 0.5.
        public var gap = 0.006

        /// Makes a thin white line near the picture.
        public init() {}

        init(defaultedFrom decoder: any Decoder) throws {
            self.init()
            try decoder.update(&self, (CodingKeys.color, \.color), (.width, \.width), (.gap, \.gap))
        }
    }

    /// The color of the background.
    public var color: Color
    /// The space on both sides of the picture, and above and below the picture unless a caption is there, as a fraction of the picture's
    /// mean side, 0 to 2.
    public var margin: Double
    /// The space above, between and below captions, as a fraction of the picture's mean side, 0 to 2.
    public var spacing: Double
    /// A line around the picture; `nil` for none.
    public var keyline: Keyline?

    /// Makes a surround.
    public init(color: Color = .white, margin: Double = 0, spacing: Double = 0.03, keyline: Keyline? = nil) {
        self.color = color
        self.margin = margin
        self.spacing = spacing
        self.keyline = keyline
    }

    func validate() throws(MemeError) {
        try MemeError.check(
            .invalidCaption, "surround",
            [
                ("margin", margin, 0...2), ("spacing", spacing, 0...2), ("keyline width", keyline?.width ?? 0, 0...0.5),
                ("keyline gap", keyline?.gap ?? 0, 0...0.5),
            ])
    }

    init(defaultedFrom decoder: any Decoder) throws {
        self.init()
        try decoder.update(
            &self, (CodingKeys.color, \.color), (.margin, \.margin), (.spacing, \.spacing), (.keyline, \.keyline))
    }
}
