package import PostcardImaging
import PostcardMemes

/// The conversion of a picture file to one or more versions.
package struct PictureConversion: Sendable {
    /// A converted file.
    package struct Result: Sendable {
        /// The bytes of the file.
        package let bytes: [UInt8]
        /// The size of the picture in pixels.
        package let size: PixelSize
        /// The format of the file.
        package let format: ImageFormat
    }

    /// The converted files, with warnings about the source and the results.
    package struct Results: Sendable {
        /// The files, in the order of the versions.
        package var results: [Result] = []
        /// The warnings, as sentences.
        package var warnings: [String] = []
    }

    /// A version to make.
    package struct Version: Sendable {
        /// The size; `nil` for the conversion's size.
        let resize: Resize?
        /// The format and its options.
        let encoding: EncodingOptions
        /// The format and options for a picture with transparency; `nil` to treat it like other pictures.
        let transparent: EncodingOptions?
        /// The source metadata to keep in the version.
        let keep: Metadata.Kept
        /// True if unchanged blocks of a JPEG are copied, if possible, instead of encoded again. The quality does not apply to copied
        /// blocks.
        let keepsBlocks: Bool

        package init(
            resize: Resize? = nil, encoding: EncodingOptions, transparent: EncodingOptions? = nil,
            keep: Metadata.Kept = [], keepsBlocks: Bool = false
        ) {
            (self.resize, self.encoding, self.transparent) = (resize, encoding, transparent)
            (self.keep, self.keepsBlocks) = (keep, keepsBlocks)
        }

        /// The encoding if its format supports animations; otherwise `nil`.
        fileprivate var animatedEncoding: EncodingOptions? { encoding.format.supportsAnimation ? encoding : nil }
    }

    /// A step: an edit or a meme with all its pictures and fonts.
    enum Step: Sendable {
        case edit(Edit)
        case meme(Meme)
    }

    let decoding: DecodingOptions
    /// The steps after resizing.
    let steps: [Step]

    /// Makes a conversion with edits.
    ///
    /// - Parameters:
    ///   - decoding: the limits, the filter, recovery and the default size of versions.
    ///   - edits: the edits after resizing, in order.
    package init(decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = []) {
        self.decoding = decoding
        steps = edits.map(Step.edit)
    }

    /// Makes a conversion from edit requests, and reads their pictures and fonts. A resize that is the first edit is done while decoding.
    ///
    /// - Throws: `ImageError`, `MemeError`, or `FileError` for an unreadable watermark or font.
    package init(
        of requests: [EditRequest], limits: DecodingLimits, recover: Bool,
        watermarks: WatermarkCache = WatermarkCache(), fetch: PictureSource.Fetch = PictureSource.refuseURL
    ) async throws {
        var (decoding, steps) = (DecodingOptions(limits: limits, toleratesDamage: recover), [Step]())
        for request in requests {
            switch request {
            case .edit(.resize(let resize)) where steps.isEmpty && decoding.resize == nil: decoding.resize = resize
            case .edit(let edit): steps.append(.edit(edit))
            case .watermark(let request):
                let mark = try await request.watermark(limits: limits, cache: watermarks, fetch: fetch)
                steps.append(.edit(.watermark(mark)))
            case .meme(var meme):
                try meme.readFontFiles()
                steps.append(.meme(meme))
            }
        }
        self.decoding = decoding
        self.steps = steps
    }

    /// Converts a file to one version. For a watermark, or a crop along JPEG blocks, unaffected blocks are copied unchanged if the version
    /// allows it.
    ///
    /// - Throws: the `ImageError`s and `MemeError`s from decoding, editing and encoding.
    package func result(of picture: OpenedPicture, as version: Version) throws -> (Result, warnings: [String]) {
        if let patched = try patched(picture, as: version) { return (patched, []) }
        let made = try results(of: picture, versions: [version])
        return (made.results[0], made.warnings)
    }

    /// Returns the result if all steps can copy the unchanged blocks of a JPEG; otherwise `nil`.
    private func patched(_ picture: OpenedPicture, as version: Version) throws -> Result? {
        guard version.keepsBlocks, version.encoding.format == .jpeg, decoding.resize == nil, !steps.isEmpty,
            picture.bytes.count <= decoding.limits.bytes
        else { return nil }
        let metadata = picture.header.metadata.keeping(version.keep)
        var file = picture
        for step in steps {
            guard case .edit(let edit) = step,
                let next = try edit.patched(file, metadata: metadata, limits: decoding.limits)
            else { return nil }
            file = try OpenedPicture(next)
        }
        return Result(bytes: file.bytes, size: file.header.size, format: .jpeg)
    }

    /// Converts a file to all versions. The file is decoded once, at the largest size needed. GIF and WebP results keep animations; results
    /// in other formats contain only the first frame.
    ///
    /// - Parameter versions: the versions, at least one. The default size is the conversion's size.
    /// - Returns: the results, in the order of the versions.
    /// - Throws: the `ImageError`s and `MemeError`s from decoding, editing and encoding.
    package func results(of picture: OpenedPicture, versions: [Version]) throws -> Results {
        if let (framing, meme) = framedMeme, framing.crop == nil || versions.allSatisfy({ $0.resize == nil }) {
            return try results(of: picture, versions: versions, framing: framing, meme: meme)
        }
        var made = Results()
        let animatedFormat = versions.lazy.compactMap { $0.animatedEncoding?.format }.first
        let animation = try animatedFormat.flatMap { try picture.animation(for: $0, options: decoding) }
        let stills = versions.indices.filter { animation == nil || versions[$0].animatedEncoding == nil }
        var still: Still?
        if !stills.isEmpty {
            still = try Still(
                of: picture, sizes: stills.map { versions[$0].resize ?? decoding.resize }, options: decoding)
        }
        made.add(still?.warnings ?? [])
        for (index, version) in versions.enumerated() {
            let resize = version.resize ?? decoding.resize
            if let animation, let animated = version.animatedEncoding {
                let encoding = animated.withMetadata(picture.header.metadata.keeping(version.keep))
                made.results.append(try result(of: animation.resized(resize), as: encoding, warnings: &made))
            } else if let base = try still?.image(of: resize, isLast: index == stills.last) {
                let (image, warnings) = try edited(consume base, by: steps)
                made.add(warnings)
                let encoding = version.encoding.options(for: image, transparent: version.transparent)
                    .withMetadata(picture.header.metadata.keeping(version.keep))
                try decoding.limits.check(result: image.size, as: encoding.format)
                made.results.append(
                    Result(bytes: try image.encoded(as: encoding), size: image.size, format: encoding.format))
            }
        }
        if let still, let warning = picture.warningAboutLostFrames(options: decoding.resized(still.largest)) {
            made.add([warning])
        }
        return made
    }

    /// Applies steps in order.
    ///
    /// - Parameter image: the picture, which is drawn on without a copy if nothing else references it.
    /// - Returns: the picture, and the warnings about memes, such as characters that no font contains.
    func edited(_ image: consuming Image, by steps: [Step]) throws -> (image: Image, warnings: [String]) {
        var image = image
        var warnings: [String] = []
        for step in steps {
            switch step {
            case .edit(let edit): image = try image.edited([edit], limits: decoding.limits)
            case .meme(let meme):
                let (picture, reports) = try meme.render(
                    onto: consume image, pixelLimit: decoding.limits.pixels, isolation: decoding.limits.isolation)
                image = picture
                warnings += reports.flatMap(\.warnings)
            }
        }
        return (image, warnings)
    }

    private func result(
        of animation: AnimatedImage, as encoding: EncodingOptions, warnings: inout Results
    ) throws -> Result {
        var notes: [String] = []
        let steps = try stepsAvoidingDetail(of: animation)
        let blank = try Image(size: .square(1))
        let made = try animation.encoded(as: encoding) { image, index in
            let frame = image
            // Without this assignment, `image` would still reference the frame, and drawing would copy it first.
            image = blank
            let (changed, warnings) = try edited(consume frame, by: steps)
            image = changed
            if index == 0 { notes = warnings }
        }
        warnings.add(made.warnings + notes)
        return Result(bytes: made.bytes, size: made.size, format: encoding.format)
    }
}

extension PictureConversion.Results {
    /// Adds new warnings. Several sizes often produce the same warning.
    mutating func add(_ more: [String]) {
        for warning in more where !warnings.contains(warning) { warnings.append(warning) }
    }
}
