package import PostcardImaging

extension Caption {
    /// The parts of a base image that a caption avoids covering.
    public enum Avoidance: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// The parts with the most detail, which usually show the subject of a photo, and likely faces. The caption moves.
        case detail
        /// The same parts, but the caption stays at its edge: only its size and its lines change. The default of styles.
        case subject
        /// Nothing.
        case nothing = "none"
    }
}

extension Meme {
    /// True if a caption on the base image avoids a part of it.
    package var avoidsDetail: Bool { captions.contains(where: \.avoidsDetail) }

    /// Sets the avoidance of captions in a style's default box on the base image. Captions in other boxes, such as a template's, stay as
    /// they are.
    ///
    /// - Returns: `false` if there are no such captions.
    @discardableResult
    package mutating func avoid(_ avoidance: Caption.Avoidance) -> Bool {
        let boxes = MemeStyle.all.flatMap(\.slots).filter { $0.placement == .picture }.map(\.caption.box)
        let free = captions.indices.filter { captions[$0].angle == 0 && boxes.contains(captions[$0].box) }
        for index in free { captions[index].avoidance = avoidance == .nothing ? nil : avoidance }
        return !free.isEmpty
    }

    /// Returns the meme with the captions that avoid detail moved or made smaller, so that they cover little of it.
    ///
    /// Captions that avoid the subject stay at their edge and become smaller only if that leaves much more of it visible. Captions that avoid
    /// detail move up, down or to a side. They move to the other half of the picture only to avoid a great deal of detail. If moving is
    /// not enough, they shrink, but not below 60 % of their size in their boxes. Their order from top to bottom stays the same. Captions
    /// that avoid nothing and rotated captions stay where they are; so do all captions if there is no space. Speech bubbles are placed
    /// together: near the points they point at, without covering those or each other, and so that they read in the order of the captions.
    ///
    /// - Parameters:
    ///   - pictures: the base image, or several frames of an animated one.
    ///   - size: the size of the base image when the text is drawn.
    /// - Returns: the meme, in which no caption avoids anything.
    /// - Throws: the `MemeError`s of ``Meme/rendered(on:fonts:limits:)``; `ImageError` with code `outOfMemory` or, within `ImageWork`,
    ///   `interrupted`.
    package func avoidingDetail(
        of pictures: [Image], on size: PixelSize, fonts: FontLibrary = .shared
    ) throws -> Meme {
        guard avoidsDetail else { return self }
        var meme = self
        let side = Resize(into: .square(DetailGrid.pictureSide))
        let small = try pictures.map { (picture) throws(ImageError) in try picture.resized(side, filter: .box) }
        let places = CaptionPlaces(
            size: size, detail: try DetailGrid(of: small), faces: try LikelyFaces(of: small), fonts: fonts)
        meme.captions = try places.captions(captions)
        return meme
    }

    /// The same for an animation. Captions have one position for all frames.
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

    /// Turns the caption into a comic speech bubble: black text without an outline on white.
    ///
    /// - Parameters:
    ///   - point: the position that the tail points at, in fractions of the base image.
    ///   - movesBox: true to place the bubble near the point when the meme is drawn, where it covers little detail and no other bubble.
    ///     Until then its box is above the point, or below it if the point is in the upper half of the picture.
    public mutating func makeBubble(pointingAt point: UnitPoint, movesBox: Bool = false) {
        bubble = point
        avoidance = nil
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

    /// True if the caption avoids a part of the base image.
    var avoidsDetail: Bool { avoidance != nil && avoidance != .nothing }

    /// The distance between the text with its outline and the edges of its box, in ems.
    var padding: Double {
        bubble == nil ? backdrop?.padding ?? 0 : max(BubbleShape.padding, backdrop?.padding ?? 0)
    }
}

extension Meme {
    /// Turns the captions on the picture into speech bubbles. Captions in bands across it are moved near the points; other boxes stay.
    ///
    /// - Parameter points: the positions that the tails point at, in fractions of the base image: one for all captions, or one for each.
    package mutating func makeBubbles(pointingAt points: [UnitPoint]) {
        for index in captions.indices {
            guard let point = points.count == 1 ? points[0] : points.dropFirst(index).first else { return }
            captions[index].makeBubble(pointingAt: point, movesBox: captions[index].isInBand)
        }
    }
}

extension Caption {
    /// The minimum width and the maximum height of bands across the picture, which are too low for columns.
    private static let (bandWidth, bandHeight) = (0.8, 0.5)
    /// The margin and the width of a box for columns at a side of the picture.
    private static let (margin, sideWidth) = (0.03, 0.3)

    /// Moves the box to a side or the middle of the picture, and makes it as high as the picture without margins.
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

    /// True if the box is a band across the picture, as in most styles.
    package var isInBand: Bool { box.width >= Self.bandWidth && box.height <= Self.bandHeight }
}

extension Meme {
    /// Arranges the captions on the picture in columns. The first caption in a band across it moves to the right side and the second one to
    /// the left side, or both to `alignment`. Other boxes stay.
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
