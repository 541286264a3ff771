import PostcardImaging

extension Caption {
    /// The width of a bubble's box, and its distance from the point and from the picture's edges.
    private static let (bubbleWidth, bubbleGap, bubbleMargin) = (0.46, 0.14, 0.04)

    /// Makes the caption a speech bubble as comics have them: dark letters as typed, without an outline, on white.
    ///
    /// - Parameters:
    ///   - point: the place that the tail points at, in fractions of the base image.
    ///   - movesBox: `true` to let the bubble stand near the point, where it covers little detail and no other bubble: until that is known, over
    ///     the point, or under it in the upper half of the picture.
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

    /// Between the text with its outline and the edges of its box, in sizes.
    var padding: Double {
        bubble == nil ? backdrop?.padding ?? 0 : max(BubbleShape.padding, backdrop?.padding ?? 0)
    }
}

extension Meme {
    /// Makes speech bubbles of the captions on the picture. Those in bands across it stand near the points then; other boxes stay.
    ///
    /// - Parameter points: the places that the tails point at, in fractions of the base image: one for all, or one for each.
    public mutating func makeBubbles(pointingAt points: [UnitPoint]) {
        for index in captions.indices {
            guard let point = points.count == 1 ? points[0] : points.dropFirst(index).first else { return }
            captions[index].makeBubble(pointingAt: point, movesBox: captions[index].isInBand)
        }
    }
}
