import PostcardImaging

/// A change of a picture's pixels.
enum PictureFilter: Sendable {
    /// An edit that keeps the size.
    case edit(Edit)
    /// A rotation in quarter turns clockwise.
    case rotate(quarterTurns: Int)
    /// Rounded corners, with radii in pixels. The corners have the colour unless they are transparent and the format has transparency.
    case roundCorners(across: Int, down: Int, color: Color, isTransparent: Bool)
    /// A background behind transparent parts; `nil` for the picture's mean colour.
    case background(Color?)
    /// Enlarging a picture that is smaller than its box.
    case growIntoBox
    /// Scaling by a factor of 0 to 1.
    case shrink(Double)

    /// Returns the size of the result in pixels.
    func size(for shape: PictureShape) -> PixelSize {
        let size = shape.size
        switch self {
        case .rotate(let turns): return turns.isMultiple(of: 2) ? size : size.transposed
        case .growIntoBox:
            let isSmaller = size.width < shape.box.width && size.height < shape.box.height
            return isSmaller ? Resize(into: shape.box, enlarges: true).size(for: size) : size
        case .shrink(let factor):
            let scaled = PixelSize(width: Int(Double(size.width) * factor), height: Int(Double(size.height) * factor))
            return scaled.width >= 1 && scaled.height >= 1 ? scaled : size
        default: return size
        }
    }

    /// Returns the filtered picture.
    ///
    /// - Parameters:
    ///   - size: the size of the result, as ``size(for:)`` returns it.
    ///   - format: the format of the file.
    /// - Throws: `ImageError`.
    func applied(to image: Image, size: PixelSize, format: ImageFormat) throws -> Image {
        switch self {
        case .edit(let edit): return try image.edited([edit])
        case .rotate(let turns): return try image.rotated(byQuarterTurns: turns)
        case .roundCorners(let across, let down, let color, let isTransparent):
            return try image.roundedCorners(
                across: Double(min(across, image.size.width / 2)), down: Double(min(down, image.size.height / 2)),
                color: isTransparent && format != .jpeg ? nil : color)
        case .background(let color):
            let color = try color ?? image.opaqueMeanColor()
            guard color.alpha < 255 else { return try image.flattened(onto: color) }
            var result = try Image(size: image.size, fill: color)
            try result.lay(image, x: 0, y: 0)
            return result
        case .growIntoBox, .shrink: return size == image.size ? image : try image.resized(to: size)
        }
    }
}

// MARK: Filling

/// The filling of a box around a picture that does not cover it.
struct BoxFilling: Sendable, Equatable {
    enum Fill: Sendable, Equatable {
        case color(Color)
        /// The mean colour of the picture.
        case meanColor
        /// The picture itself, blurred and stretched.
        case blur(sigma: Double)
    }

    var fill: Fill
    /// True if the filling also shows through transparent parts of the picture.
    var isUnderTransparent: Bool

    /// Returns the size of the canvas.
    func size(for shape: PictureShape) -> PixelSize {
        PixelSize(
            width: shape.box.width > 0 ? shape.box.width : shape.size.width,
            height: shape.box.height > 0 ? shape.box.height : shape.size.height)
    }

    func filled(_ image: Image, to canvas: PixelSize) throws -> Image {
        let background =
            switch fill {
            case .color(let color): try Image(size: canvas, fill: color)
            case .meanColor: try Image(size: canvas, fill: try image.opaqueMeanColor())
            case .blur(let sigma): try image.blurred(sigma: sigma).resized(to: canvas)
            }
        return try image.centered(on: background, keepsTransparency: !isUnderTransparent)
    }
}

extension Image {
    /// Returns the mean colour of all pixels with equal weights, as thumbor has it, without its alpha.
    fileprivate func opaqueMeanColor() throws -> Color {
        var color = try resized(to: .square(1), filter: .box)[0, 0]
        color.alpha = 255
        return color
    }
}

// MARK: Trimming

/// The trimming of edges of one colour.
struct EdgeTrimming: Sendable, Equatable {
    /// The colour of the edges.
    enum Edge: Sendable, Equatable {
        /// The colour of the pixel in the top left corner.
        case topLeft
        /// The colour of the pixel in the bottom right corner.
        case bottomRight
        case color(Color)
    }

    /// The measure of the difference between two colours.
    enum Metric: Sendable, Equatable {
        /// The Euclidean distance in RGB, 0 to 442.
        case euclidean
        /// The largest difference in red, green, blue and alpha, 0 to 255.
        case channel
    }

    var edge = Edge.topLeft
    /// The largest difference from the edge's colour that is trimmed.
    var tolerance = 0
    var metric = Metric.euclidean
    /// True to trim left and right equally, by the lesser of both.
    var isEvenAcross = false
    /// True to trim top and bottom equally, by the lesser of both.
    var isEvenDown = false

    /// Returns the part that is left; the whole picture when nothing would be left.
    func remainder(of image: Image) -> PixelRect {
        let (width, height) = (image.size.width, image.size.height)
        let color =
            switch edge {
            case .topLeft: image[0, 0]
            case .bottomRight: image[width - 1, height - 1]
            case .color(let color): color
            }
        func isEdge(_ x: Int, _ y: Int) -> Bool { isNear(image[x, y], color) }
        func isEdge(row y: Int) -> Bool { (0..<width).allSatisfy { isEdge($0, y) } }
        guard let top = (0..<height).first(where: { !isEdge(row: $0) }),
            let bottom = (0..<height).last(where: { !isEdge(row: $0) })
        else { return PixelRect(x: 0, y: 0, width: width, height: height) }
        func isEdge(column x: Int) -> Bool { (top...bottom).allSatisfy { isEdge(x, $0) } }
        let left = (0..<width).first { !isEdge(column: $0) } ?? 0
        let right = (0..<width).last { !isEdge(column: $0) } ?? width - 1
        let across = even(left, width - 1 - right, isEvenAcross)
        let down = even(top, height - 1 - bottom, isEvenDown)
        return PixelRect(
            x: across.0, y: down.0, width: width - across.0 - across.1, height: height - down.0 - down.1)
    }

    private func even(_ one: Int, _ other: Int, _ isEven: Bool) -> (Int, Int) {
        isEven ? (min(one, other), min(one, other)) : (one, other)
    }

    /// Returns true for two colours that differ by no more than the tolerance.
    private func isNear(_ one: Color, _ other: Color) -> Bool {
        func difference(_ one: UInt8, _ other: UInt8) -> Int { abs(Int(one) - Int(other)) }
        let red = difference(one.red, other.red)
        let green = difference(one.green, other.green)
        let blue = difference(one.blue, other.blue)
        switch metric {
        case .euclidean: return red * red + green * green + blue * blue <= tolerance * tolerance
        case .channel: return max(red, green, blue, difference(one.alpha, other.alpha)) <= tolerance
        }
    }
}
