/// One change to a picture, for lists of changes that are kept or sent.
public struct Edit: Sendable {
    enum Kind: Sendable {
        case resize(Resize)
        case crop(PixelRect)
        case rotate(degrees: Double, fill: Color)
        case flip(Orientation)
        case blur(sigma: Double)
        case sharpen(sigma: Double, amount: Double)
        case filter(PixelFilter)
        case roundCorners(radius: Double)
        case watermark(Watermark)
    }
    let kind: Kind

    /// Another size; see ``Image/resized(_:filter:linearLight:)``.
    public static func resize(_ resize: Resize) -> Edit { Edit(kind: .resize(resize)) }

    /// A part; see ``Image/cropped(to:)``.
    public static func crop(_ rect: PixelRect) -> Edit { Edit(kind: .crop(rect)) }

    /// A turn clockwise; see ``Image/rotated(byDegrees:fill:)``.
    public static func rotate(degrees: Double, fill: Color = .clear) -> Edit {
        Edit(kind: .rotate(degrees: degrees, fill: fill))
    }

    /// Left and right exchanged.
    public static let flipHorizontally = Edit(kind: .flip(.upMirrored))

    /// Top and bottom exchanged.
    public static let flipVertically = Edit(kind: .flip(.downMirrored))

    /// Softer; see ``Image/blurred(sigma:)``.
    public static func blur(sigma: Double) -> Edit { Edit(kind: .blur(sigma: sigma)) }

    /// Sharper; see ``Image/sharpened(sigma:amount:)``.
    public static func sharpen(sigma: Double = 0.5, amount: Double = 0.5) -> Edit {
        Edit(kind: .sharpen(sigma: sigma, amount: amount))
    }

    /// Without colour: the luma of Rec. 709.
    public static let grayscale = Edit(kind: .filter(.grayscale()))

    /// Brighter, with more contrast, as a mosaic and so on; see ``PixelFilter``.
    public static func filter(_ filter: PixelFilter) -> Edit { Edit(kind: .filter(filter)) }

    /// With round corners; see ``Image/roundedCorners(radius:)``.
    public static func roundCorners(radius: Double) -> Edit { Edit(kind: .roundCorners(radius: radius)) }

    /// With another picture on it; see ``Watermark``.
    public static func watermark(_ watermark: Watermark) -> Edit { Edit(kind: .watermark(watermark)) }

    /// The size that decoding can aim at when this is the first edit.
    package var resize: Resize? {
        if case .resize(let resize) = kind { resize } else { nil }
    }

    func applied(to image: Image, limits: DecodingLimits) throws(ImageError) -> Image {
        switch kind {
        case .resize(let resize):
            try check(resize.size(for: image.size), limits)
            return try image.resized(resize)
        case .crop(let rect): return try image.cropped(to: rect)
        case .rotate(let degrees, let fill):
            try check(image.size.rotated(byDegrees: degrees), limits)
            return try image.rotated(byDegrees: degrees, fill: fill)
        case .flip(let orientation): return try image.turned(orientation)
        case .blur(let sigma): return try image.blurred(sigma: sigma)
        case .sharpen(let sigma, let amount): return try image.sharpened(sigma: sigma, amount: amount)
        case .filter(let filter): return try image.filtered(filter)
        case .roundCorners(let radius): return try image.roundedCorners(radius: radius)
        case .watermark(let watermark): return try watermark.applied(to: image)
        }
    }

    /// A long, narrow strip becomes a huge square when it is turned.
    private func check(_ result: PixelSize, _ limits: DecodingLimits) throws(ImageError) {
        guard limits.allow(result) else { throw limits.refusal(ofResult: result) }
    }
}

extension Image {
    /// Returns the picture after edits in their order.
    ///
    /// - Parameters:
    ///   - limits: a result of more pixels is refused.
    /// - Returns: the edited picture.
    /// - Throws: `ImageError`: `limitExceeded`, `emptyResult`, `outOfMemory`.
    public func edited(_ edits: [Edit], limits: DecodingLimits = .default) throws(ImageError) -> Image {
        var image = self
        for edit in edits { image = try edit.applied(to: image, limits: limits) }
        return image
    }
}

extension DecodedImage {
    /// Decodes a picture and edits it. When the first edit is a resize, no more is decoded than it needs.
    ///
    /// - Throws: `ImageError` as decoding and ``Image/edited(_:limits:)`` do.
    public init(_ bytes: [UInt8], editing edits: [Edit], options: DecodingOptions) throws(ImageError) {
        var options = options
        var rest = edits[...]
        if options.resize == nil, let resize = edits.first?.resize {
            options.resize = resize
            rest.removeFirst()
        }
        let decoded = try DecodedImage(bytes, options: options)
        self.init(
            image: try decoded.image.edited(Array(rest), limits: options.limits), header: decoded.header,
            warnings: decoded.warnings)
    }
}

extension Edit {
    /// A text that is the same for equal edits only, to tell whether a result was made by the same ones.
    package var recipe: String {
        guard case .watermark(let mark) = kind else { return "\(kind)" }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        mark.image.withRows { rows in
            for y in 0..<mark.image.size.height {
                for x in 0..<mark.image.size.width {
                    hash = (hash ^ UInt64(UInt32(bitPattern: rows[y][x]))) &* 0x0000_0100_0000_01B3
                }
            }
        }
        return "watermark(\(mark.image.size) \(hash) \(mark.x) \(mark.y) \(mark.margin) \(mark.share) \(mark.opacity))"
    }
}
