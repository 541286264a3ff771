public import PostcardImaging

extension Caption {
    /// The parts of a base image that a caption keeps off.
    public enum Avoidance: String, Hashable, Sendable, CaseIterable, Codable {
        /// The parts with the most detail, which are what was photographed more often than not.
        case detail

        /// Reads a name.
        public init(from decoder: any Decoder) throws { self = try decoder.namedValue() }
    }
}

extension Meme {
    /// `true` if a caption on the base image may leave its box.
    package var avoidsDetail: Bool { captions.contains { $0.avoidance != nil } }

    /// Sets the avoidance of the captions that stand in a style's place on the base image. Those whose boxes a template or somebody else
    /// drew stay where they are.
    ///
    /// - Returns: `false` if there are none, and no bubble that keeps off detail anyway.
    @discardableResult
    public mutating func avoid(_ avoidance: Caption.Avoidance) -> Bool {
        let boxes = MemeStyle.all.flatMap(\.slots).filter { $0.placement == .picture }.map(\.caption.box)
        let free = captions.indices.filter { captions[$0].angle == 0 && boxes.contains(captions[$0].box) }
        for index in free { captions[index].avoidance = avoidance }
        return avoidsDetail
    }

    /// The same meme with the captions that avoid detail moved to where they cover little of it.
    ///
    /// They are moved up, down or to a side, to the other half of the picture only for a great deal of detail, and made smaller if that is not
    /// enough, but not below 60 % of the size that they have in their boxes. Their order from top to bottom stays. Captions that avoid nothing,
    /// and turned ones, stay where they are; so do all where there is no room. Speech bubbles are placed together: near
    /// the places they point at, off those and off each other, and read in the order of the captions.
    ///
    /// - Parameters:
    ///   - pictures: the base image, or several frames of one that moves.
    ///   - size: of the base image when it is drawn on.
    ///   - fonts: where fonts come from.
    /// - Returns: the meme, in which no caption avoids anything any more.
    /// - Throws: `MemeError` as ``render(onto:fonts:pixelLimit:)`` does; `ImageError` with code `outOfMemory` or, within `ImageWork`,
    ///   `interrupted`.
    public func avoidingDetail(
        of pictures: [Image], on size: PixelSize, fonts: FontLibrary = .shared
    ) throws -> Meme {
        guard avoidsDetail else { return self }
        var meme = self
        let places = CaptionPlaces(size: size, detail: try DetailGrid(of: pictures), fonts: fonts)
        meme.captions = try places.captions(captions)
        return meme
    }
}
