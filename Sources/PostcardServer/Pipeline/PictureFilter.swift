import PostcardImaging

/// A change of a picture's pixels.
enum PictureFilter: Sendable {
    /// One that keeps the size.
    case edit(Edit)
    /// Quarters clockwise.
    case rotate(quarterTurns: Int)
    /// The colour shows in the corners where the format has no transparency.
    case roundCorners(across: Int, down: Int, color: Color, isTransparent: Bool)
    /// Lays the picture on a colour, `nil` for its own mean.
    case background(Color?)
    /// Scales a picture that is smaller than its box up to it.
    case growIntoBox
    /// Scales by a factor of 0 to 1.
    case shrink(Double)
}

extension PictureFilter {
    /// The size of the result.
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

    /// Changes a picture.
    ///
    /// - Parameters:
    ///   - size: that of the result, as ``size(for:)`` gives it.
    ///   - format: that of the file.
    /// - Returns: the changed picture.
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
            let color = try color ?? image.meanColor()
            guard color.alpha < 255 else { return try image.flattened(onto: color) }
            var result = try Image(size: image.size, fill: color)
            result.lay(image, x: 0, y: 0)
            return result
        case .growIntoBox, .shrink: return size == image.size ? image : try image.resized(to: size)
        }
    }
}
