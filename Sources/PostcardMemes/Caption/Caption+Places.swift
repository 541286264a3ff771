package import PostcardImaging

extension Caption {
    /// The parts of a base image that a caption avoids covering.
    public enum Avoidance: String, Hashable, Sendable, CaseIterable, Codable, NamedValue {
        /// Likely faces, and the parts with the most detail, which usually show the subject of a photo. The caption can move and shrink.
        case detail
        /// The same parts, but the caption stays at its edge: only its size and its line breaks change. This is the default in the styles
        /// `classic`, `subtitle` and `label`.
        case subject
        /// Nothing. The caption fills its box.
        case nothing = "none"
    }
}

extension Meme {
    /// True if a caption on the base image avoids a part of it.
    package var avoidsDetail: Bool { captions.contains(where: \.avoidsDetail) }

    /// Sets the avoidance for captions that are in a style's default box on the base image. Captions in other boxes, such as a template's,
    /// do not change.
    ///
    /// - Returns: `false` if there are no such captions.
    @discardableResult
    package mutating func avoid(_ avoidance: Caption.Avoidance) -> Bool {
        let boxes = MemeStyle.all.flatMap(\.slots).filter { $0.placement == .picture }.map(\.caption.box)
        let free = captions.indices.filter { captions[$0].angle == 0 && boxes.contains(captions[$0].box) }
        for index in free { captions[index].avoidance = avoidance == .nothing ? nil : avoidance }
        return !free.isEmpty
    }

    /// Returns the meme after moving or shrinking the captions that avoid detail or the subject, so that they cover little of it.
    ///
    /// Captions that avoid the subject stay at their edge. They shrink only if this leaves much more of the subject visible.
    ///
    /// Captions that avoid detail move up, down or to a side. A caption moves to the other half of the picture only to avoid a great deal
    /// of detail. If moving is not enough, captions shrink. The order of captions from top to bottom stays the same. If there is not
    /// enough space, all captions stay where they are.
    ///
    /// Captions do not shrink below 60% of their size in their boxes. Rotated captions and captions that avoid nothing do not change.
    /// Speech bubbles are placed together, near their target points. Bubbles don't cover target points or each other, and their reading
    /// order is the order of the captions.
    ///
    /// - Parameters:
    ///   - pictures: the base image, or several frames of an animated base image.
    ///   - size: the size of the base image when the text is drawn.
    /// - Returns: the meme; its captions no longer avoid anything.
    /// - Throws: `MemeError` as for ``Meme/rendered(on:fonts:limits:)``; `ImageError` with code `outOfMemory` or, within `ImageWork`,
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

    /// Returns the meme after moving or shrinking captions to avoid the detail of an animation. Each caption has the same position in all
    /// frames.
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
    /// The width of a bubble's box, and the box's distances from the target point and from the picture's edges.
    private static let (bubbleWidth, bubbleGap, bubbleMargin) = (0.46, 0.14, 0.04)

    /// Turns the caption into a comic speech bubble: black text without an outline on white.
    ///
    /// - Parameters:
    ///   - point: the position that the tail points at, as fractions of the base image.
    ///   - movesBox: true to move the bubble, when the meme is drawn, to a position near the point where it covers little detail and no
    ///     other bubble. Until then, the bubble is above the point, or below it if the point is in the upper half of the picture.
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

    /// The distance between the text (including its outline) and the edges of its box, in ems.
    var padding: Double {
        bubble == nil ? backdrop?.padding ?? 0 : max(BubbleShape.padding, backdrop?.padding ?? 0)
    }
}

extension Meme {
    /// Turns the captions on the picture into speech bubbles. Captions in bands across the picture are moved near their points; other
    /// captions stay where they are.
    ///
    /// - Parameter points: the positions that the tails point at, as fractions of the base image: one for all captions or one per caption.
    package mutating func makeBubbles(pointingAt points: [UnitPoint]) {
        for index in captions.indices {
            guard let point = points.count == 1 ? points[0] : points.dropFirst(index).first else { return }
            captions[index].makeBubble(pointingAt: point, movesBox: captions[index].isInBand)
        }
    }
}

extension Caption {
    /// The minimum width and the maximum height of bands across the picture, which are not tall enough for columns.
    private static let (bandWidth, bandHeight) = (0.8, 0.5)
    /// The margin and the width of a box for columns on one side of the picture.
    private static let (margin, sideWidth) = (0.03, 0.3)

    /// Moves the box to one side or the middle of the picture, and makes it as tall as the picture minus its margins.
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
    /// Arranges the captions on the picture in columns. The first caption in a band across the picture moves to the right side and the
    /// second caption to the left side; if `alignment` is set, both move to that side. Other captions stay where they are.
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
