import PostcardImaging

/// The size that imgproxy gives a picture, as described in imgproxy's documentation. Halves are rounded up.
struct ImgproxyScaling: ScalingRule {
    /// The resizing types of imgproxy.
    enum Kind: String, Sendable {
        case fit
        case fill
        case fillDown = "fill-down"
        case force
        case auto
    }

    var kind = Kind.fit
    /// The width of the box in pixels, before applying `density` and `zoom`; 0 to derive it from the height.
    var width = 0
    /// The height of the box in pixels, before applying `density` and `zoom`; 0 to derive it from the width.
    var height = 0
    /// The minimum size of the scaled picture, before the box crops it.
    var minimum = PixelSize(width: 0, height: 0)
    var zoom = (width: 1.0, height: 1.0)
    /// The number of device pixels per CSS pixel.
    var density = 1.0
    var enlarges = false
    /// True if the canvas is extended to the box. In this case, the density is not adjusted for a picture with too few pixels, so the
    /// canvas has the same size on all screens.
    var isExtended = false
    var gravity = Gravity.center

    var isBounded: Bool { width > 0 && height > 0 && minimum.width == 0 && minimum.height == 0 }

    func frame(of shape: PictureShape) -> ScaledFrame {
        let source = shape.size
        let (factors, density) = factors(for: source)
        func scaled(_ side: Int, _ factor: Double) -> Int {
            Int(min(Double(Int32.max), (Double(side) * factor).rounded()))
        }
        let size = PixelSize(
            width: max(1, scaled(source.width, factors.across)), height: max(1, scaled(source.height, factors.down)))
        let box = PixelSize(
            width: scaled(width, density * zoom.width), height: scaled(height, density * zoom.height))
        let wanted = kind == .fillDown && !enlarges ? Self.inShape(of: box, within: size) : box
        let result = PixelSize(
            width: wanted.width > 0 ? min(wanted.width, size.width) : size.width,
            height: wanted.height > 0 ? min(wanted.height, size.height) : size.height)
        var frame = ScaledFrame(size: result, box: box, density: density)
        if result == size {
            frame.resize = size == source ? nil : Resize(into: size, fit: .exact, enlarges: true)
        } else if result.width == size.width || result.height == size.height {
            // Pixels that are cropped away don't need to be scaled.
            frame.resize = Resize(into: result, fit: .cover(focus(of: result, in: size, density)), enlarges: true)
        } else {
            frame.resize = size == source ? nil : Resize(into: size, fit: .exact, enlarges: true)
            frame.crop = gravity.part(of: result, in: size, density: density)
        }
        return frame
    }

    private func focus(of part: PixelSize, in size: PixelSize, _ density: Double) -> Focus {
        guard gravity.anchor != .detail else { return .detail }
        let origin = gravity.origin(of: part, in: size, density: density)
        return .point(
            x: (Double(origin.x) + Double(part.width) / 2) / Double(size.width),
            y: (Double(origin.y) + Double(part.height) / 2) / Double(size.height))
    }

    /// Returns the scale factors of both sides, and the density for which the picture has enough pixels.
    private func factors(for source: PixelSize) -> (factors: (across: Double, down: Double), density: Double) {
        // As in libvips, `across` and `down` are shrink factors, the inverses of scale factors.
        var (across, down) = shrinks(of: source)
        var density = density
        if !enlarges {
            let least = min(across, down)
            if least < 1 {
                (across, down) = (across / least, down / least)
                if !isExtended { density /= least }
            }
            density = min(density, across, down)
        }
        if minimum.width > 0, Double(source.width) / Double(minimum.width) < across {
            let shrink = Double(source.width) / Double(minimum.width)
            (across, down) = (shrink, down * shrink / across)
        }
        if minimum.height > 0, Double(source.height) / Double(minimum.height) < down {
            let shrink = Double(source.height) / Double(minimum.height)
            (across, down) = (across * shrink / down, shrink)
        }
        across = min(across / density, Double(source.width))
        down = min(down / density, Double(source.height))
        return ((1 / across, 1 / down), density)
    }

    /// Returns the shrink factors of both sides for the box and the resizing type.
    private func shrinks(of source: PixelSize) -> (across: Double, down: Double) {
        var across = width > 0 ? Double(source.width) / Double(width) : 1
        var down = height > 0 ? Double(source.height) / Double(height) : 1
        if across != 1 || down != 1 {
            switch kind == .auto ? automaticKind(for: source) : kind {
            case .force: break
            case _ where width == 0: across = down
            case _ where height == 0: down = across
            case .fit, .auto: (across, down) = (max(across, down), max(across, down))
            case .fill, .fillDown: (across, down) = (min(across, down), min(across, down))
            }
        }
        return (across / zoom.width, down / zoom.height)
    }

    /// Returns `.fill` if the picture and the box are both landscape or both portrait, otherwise `.fit`.
    private func automaticKind(for source: PixelSize) -> Kind {
        let target = (width > 0 ? width : source.width) - (height > 0 ? height : source.height)
        return (source.width >= source.height) == (target >= 0) ? .fill : .fit
    }

    /// Returns the largest size with the box's aspect ratio that a picture smaller than the box can fill.
    private static func inShape(of box: PixelSize, within size: PixelSize) -> PixelSize {
        guard box.width > 0, box.height > 0 else { return box }
        let across = Double(box.width) / Double(size.width)
        let down = Double(box.height) / Double(size.height)
        func side(_ length: Int, _ one: Int, _ other: Int) -> Int {
            Int((Double(length) * (Double(one) / Double(other))).rounded())
        }
        if across > down, across > 1 {
            return PixelSize(width: size.width, height: side(size.width, box.height, box.width))
        }
        if down > across, down > 1 {
            return PixelSize(width: side(size.height, box.width, box.height), height: size.height)
        }
        return box
    }
}
