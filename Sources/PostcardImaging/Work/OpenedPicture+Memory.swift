extension OpenedPicture {
    /// The maximum number of pixels for these estimates. Larger numbers are clamped, so that sums of bytes do not overflow.
    private static let maximumArea = 1 << 40

    /// The approximate number of pixels in memory while the picture is reduced. JPEG is decoded at a reduced size, and BMP row by row.
    /// Other formats can be decoded as a whole, and HEIF formats with additional planes.
    package var pixelsInMemory: Int { pixelsInMemory(of: min(header.storedSize.area, Self.maximumArea)) }

    private func pixelsInMemory(of area: Int) -> Int {
        switch header.format {
        case .jpeg, .bmp, .raw, .ico: area / 4
        case .avif, .heic, .jxl, .tga: area / 2 * 3
        case .png, .gif, .webp, .tiff: area
        }
    }

    /// Returns the approximate memory, in bytes, for decoding the picture and for the result.
    package func estimatedBytes(_ options: DecodingOptions, as encoding: EncodingOptions?) -> Int {
        // Larger pictures are rejected, so they must not wait for the whole budget.
        let maximum = min(max(1, options.limits.pixels), Self.maximumArea)
        let stored = min(header.storedSize.area, maximum)
        let result = min((options.resize?.size(for: header.size) ?? header.size).area, maximum)
        // The result takes 8 bytes per pixel with a second image for edits, or 27 with the buffers of an animation encoder.
        let hasPalettes = encoding?.format == .gif || encoding?.format == .webp && mayBeAnimated
        return 4 * (options.resize == nil ? stored : pixelsInMemory(of: stored)) + result * (hasPalettes ? 27 : 8)
            + options.limits.processMemory(for: self)
    }
}
