/// Converts a file's pixel values to libgd pixels in sRGB. The conversion runs after resampling, on as few pixels as possible.
struct ColorConversion {
    private enum Step {
        case none
        case transform(ColorTransform)
        case light(RGBConversion)
        case table([Int32])
        case press
    }

    private let step: Step
    private let layout: PixelLayout
    /// The reason why the file's own color space was not used.
    let warning: String?

    init(from space: ColorSpace, layout: PixelLayout, isGray: Bool) {
        self.layout = layout
        (step, warning) = Self.step(from: space, layout, isGray: isGray)
    }

    private static func step(from space: ColorSpace, _ layout: PixelLayout, isGray: Bool) -> (Step, warning: String?) {
        let plain: Step = layout == .cmyk ? .press : .none
        switch space {
        case .standard: return (plain, nil)
        // Primaries without an inverse matrix are ignored.
        case .rgb(let space):
            return (layout == .cmyk || space == .sRGB ? plain : RGBConversion(space).map(Step.light) ?? plain, nil)
        case .profile(let bytes):
            if let space = ICCProfile.highDynamicRange(bytes) { return step(from: .rgb(space), layout, isGray: isGray) }
            guard let transform = ColorTransform(profile: bytes) else {
                return (
                    plain,
                    ColorTransform.isAvailable
                        ? "The color profile is broken and was ignored."
                        : "The color profile was ignored: Little CMS (liblcms2) is not installed."
                )
            }
            return switch (transform.model, layout) {
            case (.cmyk, .cmyk): (.transform(transform), nil)
            case (.gray, .opaque) where isGray, (.gray, .alpha) where isGray: (.table(transform.grayTable()), nil)
            case (.rgb, .opaque), (.rgb, .alpha): (transform.isIdentity ? .none : .transform(transform), nil)
            default: (plain, "The color profile is for another kind of picture and was ignored.")
            }
        }
    }

    /// True if no pixel would change.
    var changesNothing: Bool {
        if case .none = step { true } else { false }
    }

    /// Converts a picture whose rows have the layout of the file.
    func apply(to image: inout Image) throws(ImageError) {
        guard !changesNothing else { return }
        let width = image.size.width
        let height = image.size.height
        try image.withMutableRows { rows in
            for y in 0..<height { convert(rows[y], count: width) }
        }
    }

    private func convert(_ row: UnsafeMutablePointer<Int32>, count: Int) {
        switch step {
        case .none: break
        case .press: CMYKConversion.convert(row, count: count)
        case .transform(let transform):
            transform.apply(to: row, count: count)
            if layout == .cmyk { GDPixel.clearAlpha(row, count: count) }
        case .light(let conversion): conversion.apply(to: row, count: count)
        case .table(let table):
            table.withUnsafeBufferPointer { table in
                for x in 0..<count {
                    row[x] = row[x] & ~GDPixel.opaqueMask | table[Int(row[x] & 255)] & GDPixel.opaqueMask
                }
            }
        }
    }
}
