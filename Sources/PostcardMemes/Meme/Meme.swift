public import PostcardImaging

/// What is put on a picture: captions on it, captions above and below it on a ground of their own, and other pictures.
public struct Meme: Hashable, Sendable, Codable {
    /// On the picture, in the order they are drawn.
    public var captions: [Caption]
    /// Above the picture from top to bottom. The box of such a caption gives its width and its greatest height; place counts for
    /// nothing.
    public var above: [Caption]
    /// Below the picture from top to bottom, boxes as for `above`.
    public var below: [Caption]
    /// What is round the picture; `nil` for nothing. Captions above and below get a white one.
    public var surround: Surround?
    /// Pictures on the picture, in the order they are drawn.
    public var overlays: [Overlay]

    /// Makes a meme.
    public init(
        captions: [Caption] = [], above: [Caption] = [], below: [Caption] = [], surround: Surround? = nil,
        overlays: [Overlay] = []
    ) {
        self.captions = captions
        self.above = above
        self.below = below
        self.surround = surround
        self.overlays = overlays
    }

    /// The picture with its lettering, and what became of the captions: those above, those on it, those below.
    ///
    /// - Throws: `MemeError`.
    public func render(
        onto image: Image, fonts: FontLibrary = .shared
    ) throws(MemeError) -> (image: Image, reports: [CaptionReport]) {
        let lettering = try lettering(on: image.size, fonts: fonts)
        return (try lettering.applied(to: image), lettering.reports)
    }

    /// Draws the lettering for pictures of `size`, for laying it on several, such as the frames of an animation.
    ///
    /// - Throws: `MemeError`.
    public func lettering(on size: PixelSize, fonts: FontLibrary = .shared) throws(MemeError) -> MemeLettering {
        try MemeRenderer(self, on: size, fonts: fonts).lettering()
    }

    /// Reads what was written; what is left out is as in a new one.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        captions = try values.decodeIfPresent([Caption].self, forKey: .captions) ?? []
        above = try values.decodeIfPresent([Caption].self, forKey: .above) ?? []
        below = try values.decodeIfPresent([Caption].self, forKey: .below) ?? []
        surround = try values.decodeIfPresent(Surround.self, forKey: .surround)
        overlays = try values.decodeIfPresent([Overlay].self, forKey: .overlays) ?? []
    }
}

extension Meme {
    /// The classic meme: white capitals with a black outline at the top and at the bottom. Empty texts are left out.
    public static func classic(top: String = "", bottom: String = "") -> Meme {
        MemeStyle.classic.meme(filling: [top, bottom])
    }
}
