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
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func rotated(byQuarterTurns turns: Int) throws(ImageError) -> Image {
        let orientations: [Orientation] = [.up, .right, .down, .left]
        return try turned(orientations[(turns % 4 + 4) % 4])
    }
}
