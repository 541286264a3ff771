extension OpenedPicture {
    /// Decodes the picture, or the first frame of an animation, on a thread outside the cooperative pool.
    ///
    /// ```swift
    /// let options = DecodingOptions(resize: Resize(into: .square(256)))
    /// let decoded = try await OpenedPicture(bytes).image(options: options)
    /// ```
    ///
    /// - Parameter budget: the memory and the threads that the work shares with other work.
    /// - Throws: `ImageError` if the file is unsupported, damaged, truncated or too large; `CancellationError` if the task is canceled.
    @concurrent public func image(
        options: DecodingOptions = DecodingOptions(), budget: MemoryBudget = .shared
    ) async throws -> DecodedImage {
        try await budget.run(estimatedBytes(options, as: nil)) { try DecodedImage(self, options: options) }
    }

    /// Makes a file from the picture, on a thread outside the cooperative pool. An animation stays animated if the format is GIF or WebP.
    /// In other formats, the file contains the first frame of the animation, and there is a warning.
    ///
    /// ```swift
    /// let options = DecodingOptions(resize: Resize(into: .square(1_024)))
    /// let file = try await picture.file(as: .webp(), editing: [.sharpen()], keeping: .copyright, options: options)
    /// ```
    ///
    /// - Parameters:
    ///   - encoding: the format of the file and its options.
    ///   - edits: the edits after resizing, in order. For an animation, the edits apply to each frame.
    ///   - kept: the metadata of this file that the new file keeps. If `kept` is empty, the new file gets `encoding.metadata`.
    ///   - options: the size, the filter and the limits. The limits apply to this file and to the new file.
    ///   - budget: the memory and the threads that the work shares with other work.
    /// - Throws: `ImageError` if the file is unsupported, damaged, truncated or too large, if the edits leave no pixels, or if a side is
    ///   longer than the format allows; `CancellationError` if the task is canceled.
    @concurrent public func file(
        as encoding: EncodingOptions, editing edits: [Edit] = [], keeping kept: Metadata.Kept = [],
        options: DecodingOptions = DecodingOptions(), budget: MemoryBudget = .shared
    ) async throws -> EncodedPicture {
        let encoding = kept.isEmpty ? encoding : encoding.withMetadata(header.metadata.keeping(kept))
        return try await budget.run(estimatedBytes(options, as: encoding)) {
            try self.encoded(as: encoding, editing: edits, options: options)
        }
    }

    private func encoded(
        as encoding: EncodingOptions, editing edits: [Edit], options: DecodingOptions
    ) throws -> EncodedPicture {
        if let animation = try animation(for: encoding.format, options: options) {
            let made = try animation.encoded(as: encoding) { image, _ in
                image = try image.edited(edits, limits: options.limits)
            }
            return EncodedPicture(made.bytes, as: encoding, size: made.size, warnings: made.warnings)
        }
        let decoded = try DecodedImage(self, options: options)
        let image = try decoded.image.edited(edits, limits: options.limits)
        try options.limits.check(result: image.size, as: encoding.format)
        let bytes = try image.encoded(as: encoding)
        let lostFrames = warningAboutLostFrames(options: options).map { [$0] } ?? []
        return EncodedPicture(bytes, as: encoding, size: image.size, warnings: decoded.warnings + lostFrames)
    }
}

extension EncodedPicture {
    /// Describes an encoded file. Repeated warnings are removed.
    fileprivate init(_ bytes: [UInt8], as encoding: EncodingOptions, size: PixelSize, warnings: [String]) {
        var different: [String] = []
        for warning in warnings where !different.contains(warning) { different.append(warning) }
        self.init(bytes: bytes, format: encoding.format, size: size, warnings: different)
    }
}
