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
