// Old names of this module, until other modules use the new ones.

extension Image {
    package mutating func lay(_ other: Image, x: Int, y: Int, opacity: Double = 1) throws(ImageError) {
        try draw(other, x: x, y: y, opacity: opacity)
    }

    package func turned(_ orientation: Orientation) throws(ImageError) -> Image { try oriented(orientation) }

    package func encoded(_ options: EncodingOptions) throws(ImageError) -> [UInt8] { try encoded(as: options) }

    package func resized(
        to target: PixelSize, filter: ResampleFilter = .lanczos3, linearLight: Bool
    ) throws(ImageError) -> Image {
        try resized(to: target, filter: filter, inLinearLight: linearLight)
    }

    package func resized(
        _ resize: Resize, filter: ResampleFilter = .lanczos3, linearLight: Bool
    ) throws(ImageError) -> Image {
        try resized(resize, filter: filter, inLinearLight: linearLight)
    }
}

extension Edit {
    package static let flipHorizontally = Edit.orient(.upMirrored)
    package static let flipVertically = Edit.orient(.downMirrored)
    package static let grayscale = Edit.filter(.grayscale())
    package static func flip(_ orientation: Orientation) -> Edit { .orient(orientation) }
}

extension EncodingOptions {
    package static let losslessWebP = EncodingOptions.webp(quality: nil)
}

extension DecodingOptions {
    package var recover: Bool {
        get { toleratesDamage }
        set { toleratesDamage = newValue }
    }

    package init(
        resize: Resize? = nil, filter: ResampleFilter = .lanczos3, linearLight: Bool? = nil,
        limits: DecodingLimits = .default, recover: Bool
    ) {
        self.init(resize: resize, filter: filter, limits: limits, toleratesDamage: recover)
        self.linearLight = linearLight
    }

    package init(
        resize: Resize? = nil, filter: ResampleFilter = .lanczos3, linearLight: Bool?, limits: DecodingLimits = .default
    ) {
        self.init(resize: resize, filter: filter, limits: limits)
        self.linearLight = linearLight
    }
}

extension Watermark {
    package init(
        _ image: Image, x: Double = 1, y: Double = 1, margin: Double = 0.02, share: Double, opacity: Double = 1
    ) {
        self.init(image, x: x, y: y, margin: margin, relativeSize: share, opacity: opacity)
    }

    package var share: Double {
        get { relativeSize }
        set { relativeSize = newValue }
    }
}
