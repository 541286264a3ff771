/// The orientation of a stored picture. The raw values are the values of the EXIF Orientation tag (0x0112, CIPA DC-008, section 4.6.4).
public enum Orientation: Int, Sendable, CaseIterable {
    /// Stored upright.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Rotated by 180°.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored across the diagonal from top left to bottom right.
    case leftMirrored = 5
    /// Needs a quarter turn clockwise.
    case right = 6
    /// Mirrored across the diagonal from top right to bottom left.
    case rightMirrored = 7
    /// Needs a quarter turn counterclockwise.
    case left = 8

    /// True if width and height are swapped.
    package var swapsSides: Bool { rawValue >= 5 }

    /// The orientation that turns an upright picture back to its stored orientation.
    var inverse: Orientation {
        switch self {
        case .right: .left
        case .left: .right
        default: self
        }
    }

    /// Returns the upright size of a picture stored at `size`.
    package func uprightSize(of size: PixelSize) -> PixelSize {
        swapsSides ? size.transposed : size
    }

    /// Returns the upright rectangle for a part of the stored picture. `stored` is the stored size.
    func uprightRect(of rect: PixelRect, in stored: PixelSize) -> PixelRect {
        let size = uprightSize(of: stored)
        let first = inverse.storedPosition(x: rect.x, y: rect.y, in: size)
        let last = inverse.storedPosition(x: rect.x + rect.width - 1, y: rect.y + rect.height - 1, in: size)
        return PixelRect(
            x: min(first.x, last.x), y: min(first.y, last.y), width: abs(first.x - last.x) + 1,
            height: abs(first.y - last.y) + 1)
    }

    /// Returns the stored position of the pixel at `x`, `y` in the upright picture. `stored` is the stored size.
    @inline(__always)
    func storedPosition(x: Int, y: Int, in stored: PixelSize) -> (x: Int, y: Int) {
        let right = stored.width - 1
        let bottom = stored.height - 1
        return switch self {
        case .up: (x, y)
        case .upMirrored: (right - x, y)
        case .down: (right - x, bottom - y)
        case .downMirrored: (x, bottom - y)
        case .leftMirrored: (y, x)
        case .right: (y, bottom - x)
        case .rightMirrored: (right - y, bottom - x)
        case .left: (right - y, x)
        }
    }
}

extension Image {
    /// Returns the upright picture, given that its rows are stored with `orientation`.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` or, in a canceled ``MemoryBudget/run(_:_:)``, `interrupted`.
    public func oriented(_ orientation: Orientation) throws(ImageError) -> Image {
        guard orientation != .up else { return self }
        let (stored, upright) = (size, orientation.uprightSize(of: size))
        return try redrawn(as: upright) { y, source, row in
            for x in 0..<upright.width {
                let from = orientation.storedPosition(x: x, y: y, in: stored)
                row[x] = source[from.y][from.x]
            }
        }
    }
}

extension Image {
    /// Returns the picture mirrored left to right.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func flippedHorizontally() throws(ImageError) -> Image { try oriented(.upMirrored) }

    /// Returns the picture mirrored top to bottom.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func flippedVertically() throws(ImageError) -> Image { try oriented(.downMirrored) }

    /// Returns the picture turned clockwise by quarter turns, without loss.
    ///
    /// - Parameter turns: the number of quarter turns; negative for counterclockwise.
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func rotated(byQuarterTurns turns: Int) throws(ImageError) -> Image {
        let orientations: [Orientation] = [.up, .right, .down, .left]
        return try oriented(orientations[(turns % 4 + 4) % 4])
    }
}
