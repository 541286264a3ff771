extension Caption {
    /// Boxes so wide and low are bands across the picture, which have no room for columns.
    private static let (bandWidth, bandHeight) = (0.8, 0.5)
    /// The box of columns at a side of the picture, without its place.
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
    /// Sets the captions on the picture in columns. Of those in bands across it, the first moves to the right side and the second to
    /// the left one, or all to where `alignment` says; other boxes stay.
    public mutating func makeVertical(at alignment: Caption.HorizontalAlignment? = nil) {
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
