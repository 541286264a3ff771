extension Image {
    /// The picture at another size, which may have another shape.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func resized(
        to target: PixelSize, filter: ResampleFilter = .lanczos3, linearLight: Bool = false
    ) throws(ImageError) -> Image {
        try resampled(to: target, filter: filter, layout: isOpaque ? .opaque : .alpha, isLinear: linearLight)
    }

    /// The picture as `resize` wants it: scaled, and cropped or padded where its fit says so.
    ///
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func resized(
        _ resize: Resize, filter: ResampleFilter = .lanczos3, linearLight: Bool = false
    ) throws(ImageError) -> Image {
        let scaled = try resized(to: resize.scaledSize(for: size), filter: filter, linearLight: linearLight)
        return try resize.framed(scaled, from: size)
    }

    /// Rows of any layout at another size.
    func resampled(
        to target: PixelSize, filter: ResampleFilter, layout: PixelLayout, isLinear: Bool
    ) throws(ImageError) -> Image {
        guard target != size else { return self }
        var result = try Image(uninitialized: target)
        var resampler = RowResampler(from: size, to: target, filter: filter, layout: layout, isLinear: isLinear)
        withRows { source in
            result.withMutableRows { rows in
                for y in 0..<size.height { resampler.push(source[y]) { rows[$0] } }
            }
        }
        result.isOpaque = isOpaque
        return result
    }
}
