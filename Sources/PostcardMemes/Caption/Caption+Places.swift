package import PostcardImaging

extension Caption {
    /// The parts of a base image that a caption does not cover if possible.
    public enum Avoidance: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// The parts with the most detail, which usually show the subject of a photo.
        case detail
    }
}

extension Meme {
    /// `true` if a caption on the base image may leave its box.
    package var avoidsDetail: Bool { captions.contains { $0.avoidance != nil } }

    /// Sets the avoidance of the captions that stand in a style's place on the base image. Those with other boxes, such as a template's,
    /// stay where they are.
    ///
    /// - Returns: `false` if there are none, and no bubbles that avoid detail.
    @discardableResult
    package mutating func avoid(_ avoidance: Caption.Avoidance) -> Bool {
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
    /// - Returns: the meme, in which no caption avoids anything any more.
    /// - Throws: `MemeError` as ``Meme/rendered(on:fonts:limits:)`` does; `ImageError` with code `outOfMemory` or, within `ImageWork`,
    ///   `interrupted`.
    package func avoidingDetail(
        of pictures: [Image], on size: PixelSize, fonts: FontLibrary = .shared
    ) throws -> Meme {
        guard avoidsDetail else { return self }
        var meme = self
        let places = CaptionPlaces(size: size, detail: try DetailGrid(of: pictures), fonts: fonts)
        meme.captions = try places.captions(captions)
        return meme
    }

    /// The same for an animation, with one place for all frames.
    package func avoidingDetail(
        of animation: AnimatedImage, framing: MemeFile.Framing, limits: DecodingLimits, fonts: FontLibrary = .shared
    ) throws -> Meme {
        guard avoidsDetail else { return self }
        var size = animation.size
        let samples = try animation.samples { frame in
            let image = try framing.framed(frame, limits: limits)
            size = image.size
            return try image.resized(Resize(into: .square(DetailGrid.pictureSide)), filter: .box)
        }
        return try avoidingDetail(of: samples, on: size, fonts: fonts)
    }
}

extension Caption {
    /// The width of a bubble's box, and its distance from the point and from the picture's edges.
    private static let (bubbleWidth, bubbleGap, bubbleMargin) = (0.46, 0.14, 0.04)

    /// Turns the caption into a speech bubble as in comics: black text without an outline on white.
    ///
    /// - Parameters:
    ///   - point: the position that the tail points at, in fractions of the base image.
    ///   - movesBox: true to place the bubble near the point when the meme is drawn, where it covers little detail and no other bubble. Until then
    ///     its box is above the point, or below it in the upper half of the picture.
    public mutating func makeBubble(pointingAt point: UnitPoint, movesBox: Bool = false) {
        bubble = point
        fill = .black
        outline = nil
        shadow = nil
        letterCase = .asTyped
        maximumSize = .fraction(0.065)
        guard movesBox, point.x.isFinite, point.y.isFinite else { return }
        let (margin, gap) = (Self.bubbleMargin, Self.bubbleGap)
        let x = min(max(point.x - Self.bubbleWidth / 2, margin), 1 - margin - Self.bubbleWidth)
        let isAbove = point.y >= 0.5
        let height = min(0.42, max(0.2, (isAbove ? point.y : 1 - point.y) - gap - margin))
        box = UnitBox(x: x, y: isAbove ? margin : 1 - margin - height, width: Self.bubbleWidth, height: height)
        alignment = .center
        verticalAlignment = isAbove ? .top : .bottom
        avoidance = .detail
    }

    /// The distance between the text with its outline and the edges of its box, in ems.
    var padding: Double {
        bubble == nil ? backdrop?.padding ?? 0 : max(BubbleShape.padding, backdrop?.padding ?? 0)
    }
}

extension Meme {
    /// Turns the captions on the picture into speech bubbles. Those in bands across it are moved near the points; other boxes stay.
    ///
    /// - Parameter points: the places that the tails point at, in fractions of the base image: one for all, or one for each.
    package mutating func makeBubbles(pointingAt points: [UnitPoint]) {
        for index in captions.indices {
            guard let point = points.count == 1 ? points[0] : points.dropFirst(index).first else { return }
            captions[index].makeBubble(pointingAt: point, movesBox: captions[index].isInBand)
        }
    }
}

extension Caption {
    /// The minimum width and the maximum height of bands across the picture, which have no room for columns.
    private static let (bandWidth, bandHeight) = (0.8, 0.5)
    /// The margin and the width of the box of columns at a side of the picture.
    private static let (margin, sideWidth) = (0.03, 0.3)

    /// Moves the box to a side of the picture, or to its middle, as high as the picture.
    mutating func moveColumns(to alignment: HorizontalAlignment) {
        let x =
            switch alignment {
            case .left: Self.margin
            case .center: (1 - Self.sideWidth) / 2
            case .right: 1 - Self.margin - Self.sideWidth
            }
        box = UnitBox(x: x, y: Self.margin, width: Self.sideWidth, height: 1 - 2 * Self.margin)
        self.alignment = alignment
    }

    /// `true` if the box is a band across the picture, as those of most styles are.
    package var isInBand: Bool { box.width >= Self.bandWidth && box.height <= Self.bandHeight }
}

extension Meme {
    /// Sets the captions on the picture in columns. The first one in a band across it moves to the right side and the second one to the
    /// left side, or both to `alignment`; other boxes stay.
    package mutating func makeVertical(at alignment: Caption.HorizontalAlignment? = nil) {
        var moved = 0
        for index in captions.indices {
            captions[index].isVertical = true
            guard captions[index].isInBand, moved < 2 else { continue }
            captions[index].moveColumns(to: alignment ?? (moved == 0 ? .right : .left))
            captions[index].verticalAlignment = moved == 0 ? .top : .bottom
            moved += 1
        }
    }
}
