public import PostcardImaging

/// A conversion of a picture file to one or several sizes, in one format.
public struct PictureConversion: Sendable {
    /// One result.
    public struct Result: Sendable {
        /// The file.
        public let bytes: [UInt8]
        /// Its size in pixels.
        public let size: PixelSize
    }

    /// Results, and what was wrong with the source and passed over.
    public struct Results: Sendable {
        /// In the order of the sizes asked for.
        public var results: [Result]
        /// Sentences.
        public var warnings: [String]
    }

    /// Limits, filter and recovery. The size is that of the results.
    public var decoding: DecodingOptions
    /// The edits that are applied after resizing.
    public var edits: [Edit]
    /// The format of the results.
    public var encoding: EncodingOptions
    /// The metadata of the source that the results keep.
    public var keep: Metadata.Kept

    /// Makes a conversion.
    public init(
        decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = [], encoding: EncodingOptions,
        keep: Metadata.Kept = []
    ) {
        self.decoding = decoding
        self.edits = edits
        self.encoding = encoding
        self.keep = keep
    }

    /// Makes a result of each size, from one decoding that delivers as much as the largest needs. GIFs that move keep moving
    /// as GIFs; other formats show their first frame.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - header: that of the file, for a caller that has read it.
    ///   - sizes: at least one; `nil` is the size of the source.
    /// - Returns: the results in the order of the sizes.
    /// - Throws: `ImageError` as decoding, editing and encoding do.
    public func results(of bytes: [UInt8], header: ImageHeader? = nil, sizes: [Resize?]) throws -> Results {
        let header = try header ?? ImageHeader(of: bytes.span.bytes)
        if encoding.format == .gif, header.format == .gif { return try animations(of: bytes, sizes: sizes) }
        let source = header.size
        func area(_ resize: Resize?) -> Int { resize?.size(for: source).area ?? source.area }
        let largest = sizes.max { area($0) < area($1) } ?? nil
        var options = decoding
        options.resize = largest
        let decoded = try DecodedImage(bytes, options: options)
        let encoding = encoding.withMetadata(decoded.header.metadata.keeping(keep))
        var results: [Result] = []
        for size in sizes {
            var image = decoded.image
            if let size, size != largest {
                // A crop of a crop would be another part: only pictures that are whole are made smaller.
                image =
                    size.keepsShape && largest?.keepsShape ?? true
                    ? try image.resized(
                        size.fixed(for: source), filter: options.filter, linearLight: options.linearLight)
                    : try Image(decoding: bytes, options: options.resized(size))
            }
            image = try image.edited(edits, limits: options.limits)
            results.append(Result(bytes: try image.encoded(encoding), size: image.size))
        }
        let warning = AnimatedImage.warning(ofStillFrom: bytes, options: decoding)
        return Results(results: results, warnings: decoded.warnings + (warning.map { [$0] } ?? []))
    }

    private func animations(of bytes: [UInt8], sizes: [Resize?]) throws -> Results {
        var all = Results(results: [], warnings: [])
        for size in sizes {
            let animation = try AnimatedImage(decoding: bytes, options: decoding.resized(size))
            let made = try animation.encoded { image, _ in image = try image.edited(edits, limits: decoding.limits) }
            all.results.append(Result(bytes: made.bytes, size: made.size))
            all.warnings = made.warnings
        }
        return all
    }
}

extension DecodingOptions {
    fileprivate func resized(_ resize: Resize?) -> DecodingOptions {
        var options = self
        options.resize = resize
        return options
    }
}

extension Resize {
    fileprivate var keepsShape: Bool { fit == .inside }

    /// The size that the source would get, which is not always that which a smaller version of it gets.
    fileprivate func fixed(for source: PixelSize) -> Resize {
        Resize(into: size(for: source), fit: .exact, enlarges: true)
    }
}
