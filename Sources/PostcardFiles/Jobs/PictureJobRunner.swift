internal import PlatformFoundation
internal import PostcardCore
internal import PostcardDisk
package import PostcardImaging
internal import PostcardMemes
internal import SystemPackage

/// Does jobs, one at a time or many at once.
package struct PictureJobRunner: Sendable {
    private let limits: DecodingLimits
    private let recover: Bool
    private let replaces: Bool
    private let fetch: PictureSource.Fetch
    private let describe: @Sendable (any Error) -> String

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - limits: hold for every picture, watermarks too, and for results.
    ///   - recover: whether what can be read of damaged files is taken, with a warning.
    ///   - replaces: whether every job may replace files, not only those that say so.
    ///   - describe: what results say of an error.
    ///   - fetch: gets pictures from addresses.
    package init(
        limits: DecodingLimits, recover: Bool, replaces: Bool,
        describe: @escaping @Sendable (any Error) -> String = { "\($0)" }, fetch: @escaping PictureSource.Fetch
    ) {
        self.limits = limits
        self.recover = recover
        self.replaces = replaces
        self.fetch = fetch
        self.describe = describe
    }

    /// Does the job that a line asks for. Whatever goes wrong is in the result.
    ///
    /// - Parameters:
    ///   - line: a `PictureJob` as JSON in UTF-8.
    ///   - number: names a job without an id.
    /// - Returns: the result, or the error.
    package func result(of line: [UInt8], number: Int) async -> PictureJobResult {
        let job: PictureJob
        do {
            job = try JSONDecoder().decode(PictureJob.self, from: Data(line))
        } catch {
            let id = (try? JSONDecoder().decode(JobName.self, from: Data(line)))?.id ?? .number(number)
            let reason = (error as? DecodingError)?.explanation ?? "\(error)"
            return PictureJobResult(failed: id, message: "Line \(number) is not a job: \(reason)")
        }
        let id = job.id ?? .number(number)
        do {
            return try await run(job, id: id)
        } catch {
            return PictureJobResult(failed: id, message: describe(error))
        }
    }

    private struct JobName: Decodable {
        let id: PictureJob.ID
    }

    private func run(_ job: PictureJob, id: PictureJob.ID) async throws -> PictureJobResult {
        let source = try await bytes(of: job.input)
        let made = try await picture(
            from: source, requests: job.operations, keep: job.output.keep, isGIF: try job.output.namedFormat == .gif,
            encoding: job.output.encoding(for:))
        var result = PictureJobResult(id: id)
        if let path = job.output.path {
            try PictureFile.write(
                made.bytes, to: PictureSource.path(named: path), replacing: replaces || job.output.replace)
            result.path = path
        } else {
            result.base64 = Base64.standard.encode(made.bytes)
        }
        result.width = made.size.width
        result.height = made.size.height
        result.format = made.format.rawValue
        result.bytes = made.bytes.count
        result.warnings = made.warnings.isEmpty ? nil : made.warnings
        return result
    }

    /// A picture file that was made of another one.
    package struct EditedPicture: Sendable {
        /// The file.
        package let bytes: [UInt8]
        /// Its size in pixels.
        package let size: PixelSize
        /// Its format.
        package let format: ImageFormat
        /// Sentences about defects of the source that were passed over, and about what the result lacks.
        package let warnings: [String]
    }

    /// Edits a picture file. A GIF that moves keeps moving as a GIF.
    ///
    /// - Throws: `ImageError`, `MemeError`, or `LibraryError` for a watermark that cannot be read.
    package func picture(
        from source: [UInt8], requests: [EditRequest], encoding: EncodingOptions, keep: Metadata.Kept
    ) async throws -> EditedPicture {
        try await picture(
            from: source, requests: requests, keep: keep, isGIF: encoding.format == .gif, encoding: { _ in encoding })
    }

    private enum Step {
        case edit(Edit)
        case meme(Meme)
    }

    private func picture(
        from source: [UInt8], requests: [EditRequest], keep: Metadata.Kept, isGIF: Bool,
        encoding: (Image) throws -> EncodingOptions
    ) async throws -> EditedPicture {
        var steps: [Step] = []
        for request in requests {
            if case .meme(var meme) = request.kind {
                try meme.readFontFiles()
                steps.append(.meme(meme))
            } else if let edit = try await edit(of: request) {
                steps.append(.edit(edit))
            }
        }
        var options = DecodingOptions(limits: limits, recover: recover)
        if case .edit(let first)? = steps.first, let resize = first.resize {
            options.resize = resize
            steps.removeFirst()
        }
        if isGIF, ImageFormat(sniffing: source.span.bytes) == .gif {
            var notes: [String] = []
            let made = try AnimatedImage(decoding: source, options: options).encoded { image, index in
                let reports = try apply(steps, to: &image)
                if index == 0 { notes = reports }
            }
            return EditedPicture(bytes: made.bytes, size: made.size, format: .gif, warnings: made.warnings + notes)
        }
        let decoded = try DecodedImage(source, options: options)
        var image = decoded.image
        let notes = try apply(steps, to: &image)
        let encoding = try encoding(image).withMetadata(decoded.header.metadata.keeping(keep))
        var warnings = decoded.warnings + notes
        if let warning = AnimatedImage.warning(ofStillFrom: source, options: options) { warnings.append(warning) }
        return EditedPicture(
            bytes: try image.encoded(encoding), size: image.size, format: encoding.format, warnings: warnings)
    }

    /// Does one step after the other; returns what memes have to tell.
    private func apply(_ steps: [Step], to image: inout Image) throws -> [String] {
        var notes: [String] = []
        for step in steps {
            switch step {
            case .edit(let edit): image = try image.edited([edit], limits: limits)
            case .meme(let meme):
                let (picture, reports) = try meme.render(onto: image, pixelLimit: limits.pixels)
                image = picture
                notes += reports.flatMap(\.warnings)
            }
        }
        return notes
    }

    /// `nil` for a meme, which is more than an edit.
    private func edit(of request: EditRequest) async throws -> Edit? {
        switch request.kind {
        case .edit(let edit): return edit
        case .meme: return nil
        case .watermark(let watermark):
            let picture = try DecodedImage(
                try await bytes(of: watermark.picture), options: DecodingOptions(limits: limits))
            return .watermark(watermark.watermark(picture.image))
        }
    }

    private func bytes(of input: PictureJob.Input) async throws -> [UInt8] {
        switch input {
        case .bytes(let bytes): bytes
        case .path(let path): try PictureFile.read(path, maximumBytes: limits.bytes)
        case .url(let address): try await fetch(address, limits.bytes)
        }
    }
}

extension PictureJobRunner {
    /// Requests with the watermarks among them read; memes are left out.
    ///
    /// - Throws: `ImageError` or `LibraryError` for a watermark that cannot be read.
    package func edits(_ requests: [EditRequest]) async throws -> [Edit] {
        var edits: [Edit] = []
        for request in requests {
            if let edit = try await edit(of: request) { edits.append(edit) }
        }
        return edits
    }
}

extension PictureJob.Output {
    /// The format that is asked for; `nil` when nothing says one.
    var namedFormat: ImageFormat? {
        get throws(LibraryError) {
            guard format == nil, let path else { return format }
            guard let named = PictureSource.path(named: path).extension.flatMap(ImageFormat.init(fileExtension:)) else {
                throw LibraryError(
                    .invalidRecord,
                    "\(path): the name does not say a picture format. Name a \"format\", or end it in .jpg, .png, .gif, .webp or .avif."
                )
            }
            return named
        }
    }

    func encoding(for image: Image) throws -> EncodingOptions {
        guard let format = try namedFormat else { return image.isOpaque ? .jpeg(quality: quality ?? 85) : .png }
        return try quality.map { try EncodingOptions(format: format, quality: $0) } ?? EncodingOptions(format: format)
    }
}
