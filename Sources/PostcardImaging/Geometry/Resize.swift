/// What size a result has, for a picture of any size.
public struct Resize: Hashable, Sendable {
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

    /// Makes a rule for a result whose sides are so many times those of the picture; above 1 it is enlarged.
    ///
    /// - Parameter factor: above 0; others count as 1.
    public init(scaledBy factor: Double) {
        box = .square(Int(Int32.max))
        fit = Fit(kind: .scaled(factor > 0 && factor.isFinite ? factor : 1))
        enlarges = factor > 1
    }

    /// The size of the result for a picture of `size`: `round(side × ratio)` where the shape is kept, never 0.
    public func size(for size: PixelSize) -> PixelSize {
        switch fit.kind {
        case .inside, .exact, .scaled: scaledSize(for: size)
        case .pad: box
        case .cover:
            PixelSize(
                width: min(box.width, scaledSize(for: size).width),
                height: min(box.height, scaledSize(for: size).height))
        }
    }

    /// The size that all of the picture is scaled to, before cropping or padding.
    func scaledSize(for size: PixelSize) -> PixelSize {
        switch fit.kind {
        case .exact:
            if enlarges { return box }
            return PixelSize(width: min(box.width, size.width), height: min(box.height, size.height))
        case .inside, .pad: return scaled(size, byWidth: isWidthTighter(for: size))
        case .cover: return scaled(size, byWidth: !isWidthTighter(for: size))
        case .scaled(let factor):
            func side(_ length: Int) -> Int { Int(min(Double(Int32.max), max(1, (Double(length) * factor).rounded()))) }
            return PixelSize(width: side(size.width), height: side(size.height))
        }
    }

    /// Whether pixels would be made that are cut off again.
    func enlargesBeforeCropping(_ size: PixelSize) -> Bool {
        guard case .cover = fit.kind else { return false }
        return scaledSize(for: size).area > size.area
    }

    /// Whether the box leaves less room for the width than for the height.
    private func isWidthTighter(for size: PixelSize) -> Bool {
        box.width.multipliedFullWidth(by: size.height) <= box.height.multipliedFullWidth(by: size.width)
    }

    private func scaled(_ size: PixelSize, byWidth: Bool) -> PixelSize {
        let limit = byWidth ? box.width : box.height
        let side = byWidth ? size.width : size.height
        if side <= limit && !enlarges { return size }
        func scaled(_ length: Int) -> Int {
            let product = UInt(length).multipliedFullWidth(by: UInt(limit))
            guard product.high < side else { return .max }
            let (quotient, remainder) = UInt(side).dividingFullWidth(product)
            let rounded = Int(clamping: quotient)
            return max(1, rounded < .max && remainder >= UInt(side) - remainder ? rounded + 1 : rounded)
        }
        return PixelSize(width: scaled(size.width), height: scaled(size.height))
    }

    /// A scaled picture, cropped or padded as `fit` wants it.
    func framed(_ picture: Image, from size: PixelSize) throws(ImageError) -> Image {
        let wanted = self.size(for: size)
        switch fit.kind {
        case .inside, .exact, .scaled: return picture
        case .pad(let color): return try picture.padded(to: wanted, color: color)
        case .cover(let focus):
            return try picture.cropped(to: focus.frame(of: wanted, in: picture.size, showing: picture))
        }
    }
}
