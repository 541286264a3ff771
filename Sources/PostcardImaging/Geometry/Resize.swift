/// A rule that determines the size of a result from the size of the picture.
public struct Resize: Hashable, Sendable {
    /// The box in pixels.
    public var box: PixelSize
    /// The way the picture is fitted into the box.
    public var fit: Fit
    /// True to enlarge smaller pictures.
    public var enlarges: Bool

    /// Makes a rule. Sides of `box` below 1 are set to 1.
    public init(into box: PixelSize, fit: Fit = .inside, enlarges: Bool = false) {
        self.box = PixelSize(width: max(1, box.width), height: max(1, box.height))
        self.fit = fit
        self.enlarges = enlarges
    }

    /// Makes a rule that multiplies the sides of the picture by a factor.
    ///
    /// - Parameter factor: a number above 0; other values are set to 1.
    public init(scaledBy factor: Double) {
        box = .square(Int(Int32.max))
        fit = Fit(kind: .scaled(factor > 0 && factor.isFinite ? factor : 1))
        enlarges = factor > 1
    }

    /// Returns the size of the result for a picture of `size`. If the aspect ratio is kept, sides are rounded to whole pixels, at least 1.
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

    /// Returns the size to which the whole picture is scaled before cropping or padding.
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

    /// True if the resize enlarges the picture before cropping it.
    func enlargesBeforeCropping(_ size: PixelSize) -> Bool {
        guard case .cover = fit.kind else { return false }
        return scaledSize(for: size).area > size.area
    }

    /// True if the width of the box, not its height, limits the scale.
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

    /// Returns a scaled picture, cropped or padded according to `fit`.
    func framed(_ picture: Image, from size: PixelSize) throws(ImageError) -> Image {
        let wanted = self.size(for: size)
        switch fit.kind {
        case .inside, .exact, .scaled: return picture
        case .pad(let color): return try picture.padded(to: wanted, color: color)
        case .cover(let focus):
            return try picture.cropped(to: focus.part(of: wanted, in: picture))
        }
    }
}

extension Resize {
    /// The way a picture is fitted into a box with another aspect ratio.
    public struct Fit: Hashable, Sendable {
        enum Kind: Hashable { case inside, exact, cover(Focus), pad(Color), scaled(Double) }
        let kind: Kind

        /// The whole picture at the largest size that fits. One side can be shorter than the box.
        public static let inside = Fit(kind: .inside)
        /// The whole picture, stretched to the box.
        public static let exact = Fit(kind: .exact)
        /// The middle of the picture, which fills the box. The parts beyond the box are cut off.
        public static let cover = cover(.center)

        /// The part of the picture at `focus`, which fills the box. The parts beyond the box are cut off.
        public static func cover(_ focus: Focus) -> Fit { Fit(kind: .cover(focus)) }

        /// The whole picture in the middle of the box, with `color` around it.
        public static func pad(_ color: Color) -> Fit { Fit(kind: .pad(color)) }

        /// The names of fits in options and files.
        package enum Name: String, Sendable, CaseIterable, Codable {
            /// The whole picture at the largest size that fits.
            case inside
            /// The picture fills the box; parts beyond the box are cut off.
            case cover
            /// The whole picture with bars on two sides.
            case pad
            /// The picture stretched to the box.
            case exact
        }
    }
}

extension Resize.Fit {
    /// Makes the fit with this name.
    ///
    /// - Parameters:
    ///   - focus: the part that `cover` keeps.
    ///   - background: the color of the bars for `pad`.
    package init(_ name: Name, focus: Focus = .center, background: Color = .black) {
        self =
            switch name {
            case .inside: .inside
            case .cover: .cover(focus)
            case .pad: .pad(background)
            case .exact: .exact
            }
    }
}

extension Resize {
    /// A string that is equal only for equal rules, like the recipe of `EncodingOptions`.
    package var recipe: String {
        let way =
            switch fit.kind {
            case .inside: "inside"
            case .exact: "exact"
            case .cover(let focus): "cover \(focus)"
            case .pad(let color): "pad \(color.red) \(color.green) \(color.blue) \(color.alpha)"
            case .scaled(let factor): "scaled \(factor)"
            }
        return "\(box.width) \(box.height) \(way) \(enlarges)"
    }
}
