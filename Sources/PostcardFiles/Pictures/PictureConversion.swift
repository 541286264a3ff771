package import PostcardImaging
import PostcardMemes

/// The conversion of a picture file to one or several versions.
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

    /// The converted files with warnings about the source and the results.
    package struct Results: Sendable {
        /// The files in the order of the versions.
        package var results: [Result] = []
        /// The warnings as sentences.
        package var warnings: [String] = []
    }

    /// A version to make.
    package struct Version: Sendable {
        /// The size; `nil` for that of the conversion.
        fileprivate let resize: Resize?
        /// The format and its options.
        fileprivate let encoding: EncodingOptions
        /// The format and options for a picture with transparency; `nil` for the same.
        fileprivate let transparent: EncodingOptions?
        /// The metadata of the source that the version keeps.
        fileprivate let keep: Metadata.Kept
        /// A Boolean value that indicates whether unchanged blocks of a JPEG are copied instead of encoded again, if possible. Then the quality has
        /// no effect on them.
        fileprivate let keepsBlocks: Bool

        package init(
            resize: Resize? = nil, encoding: EncodingOptions, transparent: EncodingOptions? = nil,
            keep: Metadata.Kept = [], keepsBlocks: Bool = false
        ) {
            (self.resize, self.encoding, self.transparent) = (resize, encoding, transparent)
            (self.keep, self.keepsBlocks) = (keep, keepsBlocks)
        }

        /// The encoding if its format can be animated; otherwise `nil`.
        fileprivate var movingEncoding: EncodingOptions? { encoding.format.canMove ? encoding : nil }
    }

    private let decoding: DecodingOptions
    /// The steps after resizing.
    private let steps: [PictureStep]

    /// Makes a conversion with edits.
    ///
    /// - Parameters:
    ///   - decoding: the limits, the filter, recovery and the default size of versions.
    ///   - edits: the edits after resizing, in order.
    package init(decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = []) {
        self.decoding = decoding
        steps = edits.map(PictureStep.edit)
    }

    /// Makes a conversion of edit requests, and reads their pictures and fonts. If the first one is a resize, it is done while decoding.
    ///
    /// - Throws: `ImageError`, `MemeError`, or `LibraryError` for a watermark or a font that cannot be read.
    package init(
        of requests: [EditRequest], limits: DecodingLimits, recover: Bool,
        watermarks: WatermarkCache = WatermarkCache(), fetch: PictureSource.Fetch = PictureSource.refuseAddress
    ) async throws {
        var (decoding, steps) = (DecodingOptions(limits: limits, recover: recover), [PictureStep]())
        for request in requests {
            steps.append(try await request.step(limits: limits, watermarks: watermarks, fetch: fetch))
        }
        if case .edit(let first)? = steps.first, let resize = first.resize {
            decoding.resize = resize
            steps.removeFirst()
        }
        self.decoding = decoding
        self.steps = steps
    }

    /// Converts a file to one version. If the version asks for it, a crop along the blocks of a JPEG, or a watermark, copies all other blocks
    /// unchanged.
    ///
    /// - Throws: `ImageError` and `MemeError` of decoding, editing and encoding.
    package func result(of bytes: [UInt8], as version: Version) throws -> (Result, warnings: [String]) {
        if let patched = try patched(bytes, as: version) { return (patched, []) }
        let made = try results(of: bytes, versions: [version])
        return (made.results[0], made.warnings)
    }

    /// Returns the result if all steps can copy the unchanged blocks of a JPEG; otherwise `nil`.
    private func patched(_ bytes: [UInt8], as version: Version) throws -> Result? {
        guard version.keepsBlocks, version.encoding.format == .jpeg, decoding.resize == nil, !steps.isEmpty,
            bytes.count <= decoding.limits.bytes, let header = try? ImageHeader(of: bytes.span.bytes)
        else { return nil }
        let metadata = header.metadata.keeping(version.keep)
        var file = bytes
        for step in steps {
            guard case .edit(let edit) = step,
                let next = try edit.patched(file, metadata: metadata, limits: decoding.limits)
            else { return nil }
            file = next
        }
        return Result(bytes: file, size: try ImageHeader(of: file.span.bytes).size, format: .jpeg)
    }

    /// Converts a file to all versions. It is decoded once, at the largest size that is needed. An animation stays one in GIF and WebP; other formats
    /// get its first frame.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - header: the header of the file, if the caller has read it.
    ///   - versions: the versions, at least one. Those without a size get that of the conversion.
    /// - Returns: the results in the order of the versions.
    /// - Throws: `ImageError` and `MemeError` of decoding, editing and encoding.
    package func results(of bytes: [UInt8], header: ImageHeader? = nil, versions: [Version]) throws -> Results {
        let header = try header ?? ImageHeader(of: bytes.span.bytes)
        if let (framing, meme) = framedMeme, framing.crop == nil || versions.allSatisfy({ $0.resize == nil }) {
            return try results(of: bytes, header: header, versions: versions, framing: framing, meme: meme)
        }
        var made = Results()
        let movingFormat = versions.lazy.compactMap { $0.movingEncoding?.format }.first
        let animation = try movingFormat.flatMap { try AnimatedImage.moving(bytes, to: $0, options: decoding) }
        let stills = versions.filter { animation == nil || $0.movingEncoding == nil }.map {
            $0.resize ?? decoding.resize
        }
        let still = stills.isEmpty ? nil : try still(of: bytes, header: header, sizes: stills)
        made.add(still?.decoded.warnings ?? [])
        for version in versions {
            let resize = version.resize ?? decoding.resize
            if let animation, let moving = version.movingEncoding {
                let encoding = moving.withMetadata(header.metadata.keeping(version.keep))
                made.results.append(try result(of: animation.resized(resize), as: encoding, warnings: &made))
            } else if let still {
                var image = try still.image(of: resize, from: bytes, options: decoding)
                made.add(try steps.apply(to: &image, limits: decoding.limits))
                let encoding = version.encoding.options(for: image, transparent: version.transparent)
                    .withMetadata(still.decoded.header.metadata.keeping(version.keep))
                try decoding.limits.check(result: image.size, as: encoding.format)
                made.results.append(
                    Result(bytes: try image.encoded(encoding), size: image.size, format: encoding.format))
            }
        }
        if let still, let warning = AnimatedImage.warning(ofStillFrom: bytes, options: decoding.resized(still.largest))
        {
            made.add([warning])
        }
        return made
    }

    /// The crop and size, and the meme, if there are no other steps and the meme is last; otherwise `nil`.
    private var framedMeme: (framing: MemeFile.Framing, meme: Meme)? {
        guard case .meme(let meme)? = steps.last else { return nil }
        var framing = MemeFile.Framing(resize: decoding.resize)
        for step in steps.dropLast() {
            switch step {
            case .edit(.crop(let rect)) where framing == MemeFile.Framing(): framing.crop = .rect(rect)
            case .edit(.resize(let resize)) where framing.resize == nil: framing.resize = resize
            default: return nil
            }
        }
        return (framing, meme)
    }

    /// Makes results that are memes as `postcard meme` makes them. The picture is decoded once, or not at all if its blocks are kept.
    private func results(
        of bytes: [UInt8], header: ImageHeader, versions: [Version], framing: MemeFile.Framing, meme: Meme
    ) throws -> Results {
        let sizes = versions.map { $0.resize ?? framing.resize }
        let decodedSizes = framing.crop == nil ? sizes : [nil]
        var made = Results()
        var decoded: Still?
        for (version, size) in zip(versions, sizes) {
            let metadata = header.metadata.keeping(version.keep)
            var job = MemeFile.Job(
                meme, on: bytes, framing: framing, encoding: version.encoding.withMetadata(metadata),
                keepsBlocks: version.keepsBlocks)
            job.framing.resize = size
            job.transparentEncoding = version.transparent?.withMetadata(metadata)
            (job.limits, job.pixelLimit, job.recover) = (decoding.limits, decoding.limits.pixels, decoding.recover)
            job.decoding = { _ in
                let still = try decoded ?? still(of: bytes, header: header, sizes: decodedSizes)
                decoded = still
                return try still.image(of: framing.crop == nil ? size : nil, from: bytes, options: decoding)
            }
            let file = try job.run()
            made.add((decoded?.decoded.warnings ?? []) + file.reports.flatMap(\.warnings) + file.warnings)
            made.results.append(Result(bytes: file.bytes, size: file.size, format: file.format))
        }
        return made
    }

    /// A picture, decoded at the largest size that several versions need.
    private struct Still {
        let decoded: DecodedImage
        let source: PixelSize
        let largest: Resize?

        func image(of size: Resize?, from bytes: [UInt8], options: DecodingOptions) throws -> Image {
            guard size != largest else { return decoded.image }
            // Resizing a cropped picture would show another part of it. Only whole pictures are reduced further.
            guard let size, size.keepsShape && largest?.keepsShape ?? true else {
                return try Image(decoding: bytes, options: options.resized(size))
            }
            return try decoded.image.resized(
                size.fixed(for: source), filter: options.filter,
                linearLight: options.weighsLight(in: decoded.header.format))
        }
    }

    private func still(of bytes: [UInt8], header: ImageHeader, sizes: [Resize?]) throws -> Still {
        let source = header.size
        func area(_ resize: Resize?) -> Int { resize?.size(for: source).area ?? source.area }
        let largest = sizes.max { area($0) < area($1) } ?? nil
        return Still(
            decoded: try DecodedImage(bytes, options: decoding.resized(largest)), source: source, largest: largest)
    }

    private func result(
        of animation: AnimatedImage, as encoding: EncodingOptions, warnings: inout Results
    ) throws -> Result {
        var notes: [String] = []
        let steps = try steps.avoidingDetail(of: { try animation.samples { $0 } }, limits: decoding.limits)
        let made = try animation.encoded(as: encoding) { image, index in
            let warnings = try steps.apply(to: &image, limits: decoding.limits)
            if index == 0 { notes = warnings }
        }
        warnings.add(made.warnings + notes)
        return Result(bytes: made.bytes, size: made.size, format: encoding.format)
    }
}

extension PictureConversion.Results {
    /// Adds warnings that are new. Several sizes often have the same warning.
    fileprivate mutating func add(_ more: [String]) {
        for warning in more where !warnings.contains(warning) { warnings.append(warning) }
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

    /// Returns a resize to exactly the size that the source gets. A reduced picture could get a slightly different one.
    fileprivate func fixed(for source: PixelSize) -> Resize {
        Resize(into: size(for: source), fit: .exact, enlarges: true)
    }
}
