/// Converts a reader's rows to a picture of the requested size, in sRGB.
struct PictureAssembly {
    let target: PixelSize
    let options: DecodingOptions
    /// True if pixels are averaged in linear light.
    let isLinear: Bool
    private var warnings: [String] = []

    /// Returns the picture from `reader`, and the damage that was tolerated. `options` determines whether damage throws an error.
    static func picture(
        from reader: any RowReader, at target: PixelSize, _ options: DecodingOptions, isLinear: Bool
    ) throws(ImageError) -> (image: Image, warnings: [String]) {
        var assembly = PictureAssembly(target: target, options: options, isLinear: isLinear)
        let conversion = ColorConversion(from: reader.colorSpace, layout: reader.layout, isGray: reader.isGray)
        if let warning = conversion.warning { assembly.warnings.append(warning) }
        var image =
            reader.size == target || reader.passes > 1
            ? try assembly.whole(from: reader) : try assembly.resampled(from: reader)
        assembly.warnings += reader.warnings
        if image.size != target {
            image = try image.resampled(
                to: target, filter: options.filter, layout: reader.layout, isLinear: isLinear)
        }
        try conversion.apply(to: &image)
        image.isOpaque = reader.layout != .alpha
        return (image, assembly.warnings)
    }

    private mutating func whole(from reader: any RowReader) throws(ImageError) -> Image {
        var image = try Image(uninitialized: reader.size)
        try fill(&image, as: reader.layout)
        var rowsRead = 0
        do throws(ImageError) {
            try image.withMutableRows { (rows) throws(ImageError) in
                for _ in 0..<reader.passes {
                    for y in 0..<reader.size.height {
                        try ImageWork.checkpoint(row: y, width: reader.size.width)
                        try reader.read(y, into: rows[y])
                        rowsRead += 1
                    }
                }
            }
            try reader.finish()
        } catch {
            try recover(from: error, rowsRead: rowsRead)
        }
        return image
    }

    private mutating func resampled(from reader: any RowReader) throws(ImageError) -> Image {
        var image = try Image(uninitialized: target)
        // Stored values can't be averaged directly if linear light is requested, or if pixels have alpha.
        let isPlain = reader.layout == .cmyk || reader.layout == .opaque && !isLinear
        var shrinker = RowShrinker(
            from: reader.size, extent: reader.extent, to: isPlain ? target : reader.size)
        var resampler = RowResampler(
            from: shrinker.size, extent: shrinker.extent, to: target, filter: options.filter, layout: reader.layout,
            isLinear: isLinear, prefilterFactor: reader.prefilterFactor * shrinker.factor)
        let width = reader.size.width
        let memory = UnsafeMutablePointer<Int32>.allocate(capacity: width + 1)
        defer { memory.deallocate() }
        // The row is not aligned to 32 bytes: libjpeg-turbo's writes would bypass the caches, although the row is read immediately.
        let row = memory + 1
        var rowsRead = reader.size.height
        var failure: ImageError?
        try image.withMutableRows { rows in
            for y in 0..<reader.size.height {
                if failure == nil {
                    do throws(ImageError) {
                        try ImageWork.checkpoint(row: y, width: width)
                        try reader.read(y, into: row)
                    } catch {
                        failure = error
                        rowsRead = y
                        guard options.toleratesDamage, error.code != .interrupted else { return }
                        row.update(repeating: Self.missing(reader.layout), count: width)
                    }
                }
                if shrinker.factor == 1 {
                    resampler.push(row) { rows[$0] }
                } else {
                    shrinker.push(row) { row in resampler.push(row) { rows[$0] } }
                }
            }
        }
        if let failure {
            try recover(from: failure, rowsRead: rowsRead)
        } else {
            do throws(ImageError) { try reader.finish() } catch { try recover(from: error, rowsRead: rowsRead) }
        }
        return image
    }

    /// Tolerates damage only if at least one row was decoded.
    private mutating func recover(from error: ImageError, rowsRead: Int) throws(ImageError) {
        guard options.toleratesDamage, rowsRead > 0, error.code == .damaged || error.code == .truncated else {
            throw error
        }
        warnings.append(error.message)
    }

    /// Returns the pixel for missing parts of a damaged file: middle gray as in libjpeg, or transparent.
    static func missing(_ layout: PixelLayout) -> Int32 {
        switch layout {
        case .opaque: 0x80_8080
        case .alpha: 127 << 24
        case .cmyk: Int32(bitPattern: 0x80FF_FFFF)
        }
    }

    private func fill(_ image: inout Image, as layout: PixelLayout) throws(ImageError) {
        guard options.toleratesDamage else { return }
        let size = image.size
        try image.withMutableRows { rows in
            for y in 0..<size.height { rows[y].update(repeating: Self.missing(layout), count: size.width) }
        }
    }
}
