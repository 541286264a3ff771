extension Image {
    /// The picture at another size, which may have another shape.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func resized(to target: PixelSize, filter: ResampleFilter = .lanczos3) throws(ImageError) -> Image {
        guard target != size else { return self }
        var result = try Image(uninitialized: target)
        var resampler = RowResampler(from: size, to: target, filter: filter, isOpaque: isOpaque)
        withRows { source in
            result.withMutableRows { rows in
                for y in 0..<size.height { resampler.push(source[y]) { rows[$0] } }
            }
        }
        result.isOpaque = isOpaque
        return result
    }

    /// The picture at the size that `resize` gives for it.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func resized(_ resize: Resize, filter: ResampleFilter = .lanczos3) throws(ImageError) -> Image {
        try resized(to: resize.size(for: size), filter: filter)
    }
}
