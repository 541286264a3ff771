extension Image {
    /// Returns the picture at another size, which can have another aspect ratio.
    ///
    /// - Parameter inLinearLight: true to average pixels in linear light, which suits photos; false to average them in sRGB, which suits
    ///   drawings.
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func resized(
        to target: PixelSize, filter: ResampleFilter = .lanczos3, inLinearLight: Bool = false
    ) throws(ImageError) -> Image {
        try resampled(to: target, filter: filter, layout: isOpaque ? .opaque : .alpha, isLinear: inLinearLight)
    }

    /// Returns the picture resized according to `resize`: scaled, and cropped or padded if the fit requires it.
    ///
    /// - Parameter inLinearLight: true to average pixels in linear light, which suits photos; false to average them in sRGB, which suits
    ///   drawings.
    /// - Throws: `ImageError` with code `outOfMemory`.
    public func resized(
        _ resize: Resize, filter: ResampleFilter = .lanczos3, inLinearLight: Bool = false
    ) throws(ImageError) -> Image {
        let whole = resize.scaledSize(for: size)
        guard case .cover(let focus) = resize.fit.kind, whole.area > size.area || focus != .detail else {
            let scaled = try resized(to: whole, filter: filter, inLinearLight: inLinearLight)
            return try resize.framed(scaled, from: size)
        }
        let part = focus.frame(of: resize.size(for: size), in: whole, showing: self)
        return try resized(to: whole, part: part, filter: filter, inLinearLight: inLinearLight)
    }

    /// Returns part of the picture at another size. Other parts are not computed, because the whole result is huge if a long, narrow strip
    /// is enlarged to cover a square.
    func resized(
        to whole: PixelSize, part: PixelRect, filter: ResampleFilter, inLinearLight: Bool
    ) throws(ImageError) -> Image {
        guard whole != size else { return try cropped(to: part) }
        return try resampled(
            to: whole, part: part, filter: filter, layout: isOpaque ? .opaque : .alpha, isLinear: inLinearLight)
    }

    /// Resamples rows in any layout. `part` is the part of the result to compute; `nil` for the whole result.
    func resampled(
        to target: PixelSize, part: PixelRect? = nil, filter: ResampleFilter, layout: PixelLayout, isLinear: Bool
    ) throws(ImageError) -> Image {
        guard target != size else { return self }
        var result = try Image(uninitialized: part?.size ?? target)
        var resampler = RowResampler(
            from: size, to: target, part: part, filter: filter, layout: layout, isLinear: isLinear)
        // If there are many more result rows than source rows, the number of result rows determines the cost.
        let width = max(size.width, target.area / size.height)
        try withRows { (source) throws(ImageError) in
            try result.withMutableRows { (rows) throws(ImageError) in
                for y in 0..<resampler.sourceRows.upperBound {
                    try ImageWork.checkpoint(row: y, width: width)
                    resampler.push(source[y]) { rows[$0] }
                }
            }
        }
        result.isOpaque = isOpaque
        return result
    }
}
