import PostcardCore

/// A picture on the base image, such as a sticker, a logo, or a photo in a box.
public struct Overlay: Hashable, Sendable {
    /// The fit of a picture in its box.
    public enum Fit: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// The whole picture, as large as the box allows, centered.
        case inside
        /// The picture fills the box, and any excess is cropped equally on both sides.
        case cover
        /// The picture fills the box; its aspect ratio may change.
        case stretch
    }

    /// The order of an overlay relative to the captions.
    public enum Level: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// Under the captions.
        case below
        /// Over the captions.
        case above
    }

    /// The picture; `nil` for an empty box, which is not drawn.
    public var picture: OverlayPicture?
    /// The box, as fractions of the base image.
    public var box: UnitBox
    /// The fit of the picture in the box.
    public var fit: Fit = .inside
    /// The clockwise rotation around the center of the box in degrees, −36,000 to 36,000.
    public var angle: Double = 0
    /// The opacity, 0 (invisible) to 1.
    public var opacity: Double = 1
    /// The radius of the corners as a fraction of the picture's shorter side, 0 to 0.5. At 0.5, a square becomes a circle.
    public var cornerRadius: Double = 0
    /// The order relative to the captions.
    public var level: Level = .below

    /// Makes an overlay that fits inside the box and is drawn under the captions.
    public init(_ picture: OverlayPicture?, in box: UnitBox) {
        self.picture = picture
        self.box = box
    }

    /// Checks that all values are in their ranges.
    ///
    /// - Throws: `MemeError` with code `invalidOverlay`, whose message contains the value and its range.
    package func validate() throws(MemeError) {
        try MemeError.check(
            .invalidOverlay, "overlay",
            [
                ("box x", box.x, -10...10), ("box y", box.y, -10...10), ("box width", box.width, 0.001...20),
                ("box height", box.height, 0.001...20), ("angle", angle, -36_000...36_000), ("opacity", opacity, 0...1),
                ("corner radius", cornerRadius, 0...0.5),
            ])
    }
}

extension Overlay: Codable, DefaultedDecodable {
    init(defaultedFrom decoder: any Decoder) throws {
        self.init(nil, in: try decoder.value(CodingKeys.box))
        try decoder.update(
            &self, (CodingKeys.picture, \.picture), (.fit, \.fit), (.angle, \.angle), (.opacity, \.opacity),
            (.cornerRadius, \.cornerRadius), (.level, \.level))
    }
}

extension Meme {
    /// The paths and URLs of overlays that have not been read, without duplicates.
    package var overlayNames: [String] {
        var known: Set<NameKey> = []
        return overlays.compactMap { overlay in
            guard case .named(let name)? = overlay.picture, known.insert(name).inserted else { return nil }
            return name
        }
    }

    /// Replaces the paths and URLs of overlays with the bytes of the pictures.
    ///
    /// - Parameter picture: returns the bytes of a picture file; `nil` to keep the name. Called once for each name.
    /// - Throws: any error that `picture` throws.
    public mutating func resolveOverlays<Failure: Error>(
        from picture: (_ name: String) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        var pictures: [NameKey: [UInt8]] = [:]
        for name in overlayNames { pictures[name] = try picture(name) }
        for index in overlays.indices {
            guard case .named(let name)? = overlays[index].picture, let bytes = pictures[name] else { continue }
            overlays[index].picture = .bytes(bytes)
        }
    }
}
