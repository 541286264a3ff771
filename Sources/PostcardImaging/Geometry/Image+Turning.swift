extension Image {
    /// The picture as a person sees it, when its rows are stored with `orientation`.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func turned(_ orientation: Orientation) throws(ImageError) -> Image {
        guard orientation != .up else { return self }
        var result = try Image(uninitialized: orientation.uprightSize(of: size))
        let stored = size
        withRows { source in
            result.withMutableRows { target in
                let size = orientation.uprightSize(of: stored)
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let from = orientation.storedPosition(x: x, y: y, in: stored)
                        target[y][x] = source[from.y][from.x]
                    }
                }
            }
        }
        result.isOpaque = isOpaque
        return result
    }
}

extension Image {
    /// The picture mirrored left to right.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func flippedHorizontally() throws(ImageError) -> Image { try turned(.upMirrored) }

    /// The picture mirrored top to bottom.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func flippedVertically() throws(ImageError) -> Image { try turned(.downMirrored) }

    /// The picture turned clockwise by quarter turns, without any loss.
    ///
    /// - Parameter turns: may be negative, for counter-clockwise, or more than a whole turn.
    /// - Returns: the turned picture.
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func rotated(byQuarterTurns turns: Int) throws(ImageError) -> Image {
        let orientations: [Orientation] = [.up, .right, .down, .left]
        return try turned(orientations[(turns % 4 + 4) % 4])
    }
}
