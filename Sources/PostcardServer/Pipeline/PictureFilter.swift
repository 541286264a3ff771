import PostcardImaging

/// A change to a picture's pixels.
enum PictureFilter: Sendable {
    /// An edit that keeps the size.
    case edit(Edit)
    /// A rotation in quarter turns clockwise.
    case rotate(quarterTurns: Int)
    /// Rounded corners, with radii in pixels. The corners are filled with the color unless they are transparent and the format supports
    /// transparency.
    case roundCorners(across: Int, down: Int, color: Color, isTransparent: Bool)
    /// A background behind transparent parts; `nil` for the picture's mean color.
    case background(Color?)
    /// Enlargement of a picture that is smaller than its box.
    case growIntoBox
    /// Scaling by a factor from 0 to 1.
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
            try result.draw(image, x: 0, y: 0)
            return result
        case .growIntoBox, .shrink: return size == image.size ? image : try image.resized(to: size)
        }
    }
}

// MARK: Filling

extension Image {
    /// Returns the mean color of all pixels with equal weights, as in thumbor, without its alpha.
    func opaqueMeanColor() throws -> Color {
        var color = try resized(to: .square(1), filter: .box)[0, 0]
        color.alpha = 255
        return color
    }
}
