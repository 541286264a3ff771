/// What size a result has, for a picture of any size.
public struct Resize: Hashable, Sendable {
    /// How a picture is brought into a box of another shape.
    public struct Fit: Hashable, Sendable {
        enum Kind: Hashable { case inside, exact }
        let kind: Kind

        /// The whole picture, as large as it fits; one side may be shorter than the box.
        public static let inside = Fit(kind: .inside)
        /// Exactly the box, whatever that does to the picture's shape.
        public static let exact = Fit(kind: .exact)
    }

    /// The box in pixels.
    public var box: PixelSize
    /// How the picture is brought into the box.
    public var fit: Fit
    /// Whether a smaller picture is made larger. Pixels that are not there cannot be won back, so the default is no.
    public var enlarges: Bool

    /// Makes a rule; sides of `box` below 1 count as 1.
    public init(into box: PixelSize, fit: Fit = .inside, enlarges: Bool = false) {
        self.box = PixelSize(width: max(1, box.width), height: max(1, box.height))
        self.fit = fit
        self.enlarges = enlarges
    }

    /// The size of the result for a picture of `size`: `round(side × ratio)`, never 0.
    public func size(for size: PixelSize) -> PixelSize {
        switch fit.kind {
        case .exact:
            if enlarges { return box }
            return PixelSize(width: min(box.width, size.width), height: min(box.height, size.height))
        case .inside:
            let isWidthTight = box.width * size.height <= box.height * size.width
            let limit = isWidthTight ? box.width : box.height
            let side = isWidthTight ? size.width : size.height
            if side <= limit && !enlarges { return size }
            func scaled(_ length: Int) -> Int { max(1, (2 * length * limit + side) / (2 * side)) }
            return PixelSize(width: scaled(size.width), height: scaled(size.height))
        }
    }
}
