/// An edit of a picture, for lists of edits that are stored or sent.
public enum Edit: Sendable {
    /// A resize; see ``Image/resized(_:filter:inLinearLight:)``.
    case resize(Resize)
    /// A crop; see ``Image/cropped(to:)``.
    case crop(PixelRect)
    /// A clockwise rotation; see ``Image/rotated(byDegrees:fill:)``.
    case rotate(degrees: Double, fill: Color = .clear)
    /// A mirror image or quarter turns; see ``Image/oriented(_:)``. `.upMirrored` mirrors left to right, `.downMirrored` top to bottom.
    case orient(Orientation)
    /// A blur; see ``Image/blurred(sigma:)``.
    case blur(sigma: Double)
    /// Sharpening; see ``Image/sharpened(sigma:amount:)``.
    case sharpen(sigma: Double = 0.5, amount: Double = 0.5)
    /// A filter such as brightness, contrast or a mosaic; see ``PixelFilter``.
    case filter(PixelFilter)
    /// Rounded corners, with a radius in pixels; see ``Image/roundedCorners(radius:)``.
    case roundCorners(radius: Double)
    /// A watermark drawn on the picture; see ``Watermark``.
    case watermark(Watermark)

    /// The size to decode at if this is the first edit.
    package var resize: Resize? {
        if case .resize(let resize) = self { resize } else { nil }
    }

    func applied(to image: Image, limits: DecodingLimits) throws(ImageError) -> Image {
        switch self {
        case .resize(let resize):
            try check(resize.size(for: image.size), limits)
            return try image.resized(resize)
        case .crop(let rect): return try image.cropped(to: rect)
        case .rotate(let degrees, let fill):
            try check(image.size.rotated(byDegrees: degrees), limits)
            return try image.rotated(byDegrees: degrees, fill: fill)
        case .orient(let orientation): return try image.oriented(orientation)
        case .blur(let sigma): return try image.blurred(sigma: sigma)
        case .sharpen(let sigma, let amount): return try image.sharpened(sigma: sigma, amount: amount)
        case .filter(let filter): return try image.filtered(filter)
        case .roundCorners(let radius): return try image.roundedCorners(radius: radius)
        case .watermark(let watermark): return try watermark.applied(to: image)
        }
    }

    /// Checks the size of a rotated picture: a long, narrow strip becomes a huge square.
    private func check(_ result: PixelSize, _ limits: DecodingLimits) throws(ImageError) {
        guard limits.allow(result) else { throw limits.refusal(ofResult: result) }
    }
}

extension Image {
    /// Returns the picture after applying edits in order.
    ///
    /// - Parameter limits: the limits for the results of resizing and rotating.
    /// - Throws: `ImageError` with code `limitExceeded` if a result has too many pixels, `emptyResult` or `outOfMemory`.
    public func edited(_ edits: [Edit], limits: DecodingLimits = .default) throws(ImageError) -> Image {
        var image = self
        for edit in edits { image = try edit.applied(to: image, limits: limits) }
        return image
    }
}

extension Edit {
    /// A string that is equal only for equal edits. A comparison shows whether an existing result was made with the same edits. The string
    /// has a fixed name for each edit, so renaming a case does not change it.
    package var recipe: String {
        switch self {
        case .resize(let resize): "resize \(resize.recipe)"
        case .crop(let part): "crop \(part.x) \(part.y) \(part.width) \(part.height)"
        case .rotate(let degrees, let fill): "rotate \(degrees) \(fill.css)"
        case .orient(let orientation): "flip \(orientation.rawValue)"
        case .blur(let sigma): "blur \(sigma)"
        case .sharpen(let sigma, let amount): "sharpen \(sigma) \(amount)"
        case .filter(let filter): filter.recipe
        case .roundCorners(let radius): "round \(radius)"
        case .watermark(let mark): mark.recipe
        }
    }
}

extension Watermark {
    /// A string that is equal only for equal watermarks, with a hash of the pixels.
    fileprivate var recipe: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        image.withRows { rows in
            for y in 0..<image.size.height {
                for x in 0..<image.size.width {
                    hash = (hash ^ UInt64(UInt32(bitPattern: rows[y][x]))) &* 0x0000_0100_0000_01B3
                }
            }
        }
        return
            "watermark \(image.size.width) \(image.size.height) \(hash) \(x) \(y) \(margin) \(relativeSize) \(opacity)"
    }
}
