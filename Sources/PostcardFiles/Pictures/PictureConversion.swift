package import PostcardImaging
import PostcardMemes

/// The results of a picture file: one or several versions of it.
package struct PictureConversion: Sendable {
    /// One result.
    package struct Result: Sendable {
        /// The file.
        package let bytes: [UInt8]
        /// Its size in pixels.
        package let size: PixelSize
        /// Its format.
        package let format: ImageFormat
    }

    /// Results, and warnings about the source and about what the results lack.
    package struct Results: Sendable {
        /// In the order of the versions asked for.
        package var results: [Result] = []
        /// Sentences.
        package var warnings: [String] = []
    }

    /// A result that is to be made.
    package struct Version: Sendable {
        /// Its size; `nil` for that of the conversion.
        fileprivate let resize: Resize?
        /// Its format.
        fileprivate let encoding: EncodingOptions
        /// That of a picture with transparency, where it is another.
        fileprivate let transparent: EncodingOptions?
        /// The metadata of the source that it has too.
        fileprivate let keep: Metadata.Kept
        /// `true` to leave the blocks of a JPEG as they are coded where that is possible, whatever the quality.
        fileprivate let keepsBlocks: Bool

        /// Describes a result.
        package init(
            resize: Resize? = nil, encoding: EncodingOptions, transparent: EncodingOptions? = nil,
            keep: Metadata.Kept = [], keepsBlocks: Bool = false
        ) {
            (self.resize, self.encoding, self.transparent) = (resize, encoding, transparent)
            (self.keep, self.keepsBlocks) = (keep, keepsBlocks)
        }

        /// The encoding, if files of its format can move.
        fileprivate var movingEncoding: EncodingOptions? { encoding.format.canMove ? encoding : nil }
    }

    private let decoding: DecodingOptions
    /// Done after resizing.
    private let steps: [PictureStep]

    /// Makes a conversion of edits that are done after resizing.
    ///
    /// - Parameters:
    ///   - decoding: Limits, filter and recovery; the size is that of the results.
    ///   - edits: Done after resizing, in their order.
    package init(decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = []) {
        self.decoding = decoding
        steps = edits.map(PictureStep.edit)
    }

    /// Makes a conversion of requests, with all that they need read. The first one is done while decoding when it is a size.
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

    /// The single result of a file. A JPEG that is cut along its blocks, or that gets a watermark, keeps all other blocks as they are
    /// coded where the version asks for it.
    ///
    /// - Throws: `ImageError` and `MemeError` as decoding, editing and encoding do.
    package func result(of bytes: [UInt8], as version: Version) throws -> (Result, warnings: [String]) {
        if let patched = try patched(bytes, as: version) { return (patched, []) }
        let made = try results(of: bytes, versions: [version])
        return (made.results[0], made.warnings)
    }

    /// The result of steps that all leave other blocks as they are; `nil` where one does not.
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

    /// Makes all versions, from one decoding that delivers as much as the largest needs. What moves keeps moving
    /// as GIF and WebP; other formats show its first frame.
    ///
    /// - Parameters:
    ///   - header: that of the file, for a caller that has read it.
    ///   - versions: at least one. Those without a size have that of the conversion's first request, where that is one.
    /// - Returns: the results in the order of the versions.
    /// - Throws: `ImageError` and `MemeError` as decoding, editing and encoding do.
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

    /// The framing and the meme of steps that are no more than that, in this order.
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

    /// Results that are memes and no more, as `postcard meme` makes them, of a picture that is decoded once, or not where blocks are kept.
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

    /// A picture decoded as large as the largest of several versions needs it.
    private struct Still {
        let decoded: DecodedImage
        let source: PixelSize
        let largest: Resize?

        func image(of size: Resize?, from bytes: [UInt8], options: DecodingOptions) throws -> Image {
            guard size != largest else { return decoded.image }
            // A crop of a crop would be another part: only pictures that are whole are made smaller.
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
    /// Adds warnings that it does not have; that of one size is often that of all.
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

    /// The size that the source would get, which is not always that which a smaller version of it gets.
    fileprivate func fixed(for source: PixelSize) -> Resize {
        Resize(into: size(for: source), fit: .exact, enlarges: true)
    }
}
