import PostcardImaging

extension PictureConversion {
    /// A picture that is decoded once, at the largest size that its versions need.
    struct Still {
        let warnings: [String]
        let largest: Resize?
        private let file: OpenedPicture
        private let options: DecodingOptions
        /// The picture; `nil` after the last version has taken it.
        private var picture: Image?

        init(of file: OpenedPicture, sizes: [Resize?], options: DecodingOptions) throws {
            func area(_ resize: Resize?) -> Int { resize?.size(for: file.header.size).area ?? file.header.size.area }
            largest = sizes.max { area($0) < area($1) } ?? nil
            (self.file, self.options) = (file, options)
            let decoded = try DecodedImage(file, options: options.resized(largest))
            (warnings, picture) = (decoded.warnings, decoded.image)
        }

        /// Returns the picture for a version. The last version gets the only reference, so that the picture can be drawn on without a copy.
        mutating func image(of size: Resize?, isLast: Bool) throws -> Image {
            let whole = picture
            if isLast { picture = nil }
            if let whole, size == largest { return whole }
            // Resizing a cropped picture would show a different part of the picture, so only whole pictures are reduced further.
            guard let whole, let size, size.keepsShape && largest?.keepsShape ?? true else {
                return try Image(decoding: file, options: options.resized(size))
            }
            return try whole.resized(
                size.fixed(for: file.header.size), filter: options.filter,
                inLinearLight: options.usesLinearLight(in: file.header.format))
        }
    }
}

extension DecodingOptions {
    func resized(_ resize: Resize?) -> DecodingOptions {
        var options = self
        options.resize = resize
        return options
    }
}

extension Resize {
    fileprivate var keepsShape: Bool { fit == .inside }

    /// Returns the operation that resizes a picture to exactly the size that the source would get. For a reduced picture, rounding could
    /// yield a slightly different size.
    fileprivate func fixed(for source: PixelSize) -> Resize {
        Resize(into: size(for: source), fit: .exact, enlarges: true)
    }
}
