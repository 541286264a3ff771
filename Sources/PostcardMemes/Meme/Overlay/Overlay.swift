/// A picture on the picture: a sticker, a logo, a photo in a box.
public struct Overlay: Hashable, Sendable {
    /// The way in which a picture is fitted into its box.
    public enum Fit: String, Hashable, Sendable, CaseIterable, Codable {
        /// The whole picture, as large as it fits, in the middle.
        case inside
        /// The box filled to its edges; what stands over is cut off on both sides.
        case cover
        /// Exactly the box, whatever that does to the picture's shape.
        case stretch

        /// Reads a name.
        public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
    }

    /// On which side of the captions the picture lies.
    public enum Level: String, Hashable, Sendable, CaseIterable, Codable {
        /// Captions are drawn over it.
        case below
        /// It covers captions.
        case above

        /// Reads a name.
        public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
    }

    /// The picture; `nil` for an empty place, which shows nothing until it is filled.
    public var picture: OverlayPicture?
    /// The box, in fractions of the base image.
    public var box: UnitBox
    /// The way in which the picture is fitted into the box.
    public var fit: Fit = .inside
    /// Degrees clockwise, round the middle of the box.
    public var angle: Double = 0
    /// 0 (not to be seen) to 1.
    public var opacity: Double = 1
    /// Radius of the corners in fractions of the picture's shorter side, 0 to 0.5, which makes a square a circle.
    public var cornerRadius: Double = 0
    /// On which side of the captions it lies.
    public var level: Level = .below

    /// Makes an overlay; change what should be otherwise.
    public init(_ picture: OverlayPicture?, in box: UnitBox) {
        self.picture = picture
        self.box = box
    }

    /// Checks that the values make sense.
    ///
    /// - Throws: `MemeError` with code `invalidOverlay` that names the value and its range.
    public func validate() throws(MemeError) {
        try MemeError.check(
            .invalidOverlay, "overlay",
            [
                ("box x", box.x, -10...10), ("box y", box.y, -10...10), ("box width", box.width, 0.001...20),
                ("box height", box.height, 0.001...20), ("angle", angle, -36_000...36_000), ("opacity", opacity, 0...1),
                ("corner radius", cornerRadius, 0...0.5),
            ])
    }
}

extension Overlay: Codable {
    /// Reads JSON; missing keys keep their default values.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decodeIfPresent(OverlayPicture.self, forKey: .picture),
            in: try values.decode(UnitBox.self, forKey: .box))
        try decoder.update(
            &self, (CodingKeys.fit, \.fit), (.angle, \.angle), (.opacity, \.opacity), (.cornerRadius, \.cornerRadius),
            (.level, \.level))
    }
}
