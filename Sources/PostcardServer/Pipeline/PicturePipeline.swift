import PostcardCore
import PostcardImaging

/// The processing of a picture: its source, the steps, and the file.
///
/// All URL schemes and presets are parsed into pipelines. The only other renderings are memes and contact sheets.
struct PicturePipeline: Sendable {
    /// The decoded name of the picture: a path in a picture folder, an http or https URL, or a library name.
    var image = ""
    /// The steps in order.
    var steps: [PipelineStep] = []
    var output = OutputOptions()
    /// The steps as a string for cache keys; different steps have different strings.
    var text = ""
}

// MARK: Rendering

extension PicturePipeline: Rendering {
    /// The names of the picture and of the steps' overlays.
    var sources: [String] {
        var known: Set<NameKey> = []
        return [image] + steps.compactMap(\.overlay).filter { known.insert($0).inserted }
    }

    var format: ImageFormat? { output.format }
    var operations: String { "\(text)|\(output.recipe)" }

    func pixels(of sizes: [PixelSize], as format: ImageFormat, limits: DecodingLimits) -> Int {
        var shape = PictureShape(source: sizes[0])
        let marks = overlays(sizes)
        var most = shape.size.area
        for step in steps {
            guard let pixels = step.pixels(changing: &shape, marks: marks) else {
                // After trimming, the size is unknown.
                return max(shape.source.area.addedClamped(limits.pixels), limits.pixels.multipliedClamped(by: 2))
            }
            most = max(most, pixels)
        }
        // For a JPEG that is progressive or has optimized codes, the encoder needs all coefficients in memory.
        let isHeld = output.isProgressive == true || output.quality(for: .jpeg) < 60
        let coefficients = isHeld && format == .jpeg ? shape.size.area : 0
        return max(most, format.encodingPixels(of: shape.size).addedClamped(coefficients))
    }

    /// Returns the values of the overlays by name; `values` are the values of all sources.
    private func overlays<Value>(_ values: [Value]) -> [NameKey: Value] {
        [NameKey: Value](zip(sources.map { NameKey($0) }, values).dropFirst()) { first, _ in first }
    }

    func render(
        _ files: SourcePictures.Files, from source: SourcePictures, as format: ImageFormat, in workshop: Workshop
    ) async throws -> MadePicture {
        defer { withExtendedLifetime(files) {} }
        let pictures = try files.pictures.map { try OpenedPicture($0.bytes) }
        let (limits, size) = (workshop.limits, pictures[0].header.size)
        // Scaling is in sRGB, so results match those of the servers that use these URL schemes.
        let decoding = DecodingOptions(resamplingSpace: .sRGB, limits: limits, toleratesDamage: output.recovers)
        let inputs = Inputs(decoding: decoding, overlays: overlays(pictures), format: format)
        let pixels = pixels(of: pictures.map(\.header.size), as: format, limits: limits)
        var picture = try await workshop.work(on: pixels, decoding: pictures) {
            if let animation = try pictures[0].animation(for: format, options: decoding) {
                return try animated(animation, inputs)
            }
            // If the first step is a scaling step, it is applied during decoding.
            var (options, steps, shape) = (decoding, steps[...], PictureShape(source: size))
            var crop: PixelRect?
            if case .scale(let rule) = steps.first {
                let frame = rule.frame(of: shape)
                try limits.require(frame.resize?.size(for: size) ?? frame.size)
                options.resize = frame.resize
                crop = frame.crop
                shape.apply(frame)
                steps.removeFirst()
            }
            var image = try Image(decoding: pictures[0], options: options)
            if let crop { image = try image.cropped(to: crop) }
            try apply(steps, to: &image, shape, inputs)
            try limits.check(result: image.size, as: format)
            return MadePicture(bytes: try encoded(image, as: format), size: image.size)
        }
        picture.sources = files.pictures.map(\.hash)
        return picture
    }

    /// Returns the result for an animation.
    private func animated(_ animation: AnimatedImage, _ inputs: Inputs) throws -> MadePicture {
        let encoding = try EncodingOptions(format: inputs.format, quality: output.quality(for: inputs.format))
        // The pixel limit applies to each frame, not to the sum of all frames.
        let moving = try animation.encoded(as: encoding, pixelLimit: .max) { image, _ in
            try apply(steps[...], to: &image, PictureShape(source: image.size), inputs)
            try inputs.decoding.limits.check(result: image.size, as: inputs.format)
        }
        return MadePicture(bytes: moving.bytes, size: moving.size)
    }

    /// Returns the file at the highest quality that the maximum number of bytes allows, or else at the lowest quality. PNG and GIF have no
    /// quality to lower.
    private func encoded(_ image: Image, as format: ImageFormat) throws -> [UInt8] {
        func file(_ quality: Int) throws -> [UInt8] {
            try ImageWork.checkpoint()
            var options = try EncodingOptions(format: format, quality: quality)
            options.isProgressive = output.isProgressive == true
            return try image.encoded(as: options)
        }
        let wanted = output.quality(for: format)
        let first = try file(wanted)
        guard let maximumBytes = output.maximumBytes, first.count > maximumBytes, format != .png, format != .gif else {
            return first
        }
        // A binary search: files grow with the quality.
        var (low, high) = (min(OutputOptions.minimumQuality, wanted), wanted)
        var best = try file(low)
        guard best.count <= maximumBytes else { return best }
        while high - low > 1 {
            let middle = (low + high) / 2
            let tried = try file(middle)
            if tried.count <= maximumBytes { (low, best) = (middle, tried) } else { high = middle }
        }
        return best
    }
}

// MARK: Steps

extension PicturePipeline {
    /// The values that steps use in addition to the picture.
    private struct Inputs {
        /// The decoding options, without a size.
        let decoding: DecodingOptions
        /// The overlays by name.
        let overlays: [NameKey: OpenedPicture]
        /// The format of the result.
        let format: ImageFormat
    }

    /// Applies steps to a picture. `shape` is the picture's shape before the steps.
    private func apply(
        _ steps: ArraySlice<PipelineStep>, to image: inout Image, _ shape: PictureShape, _ inputs: Inputs
    ) throws {
        var shape = shape
        for step in steps {
            try ImageWork.checkpoint()
            try apply(step, to: &image, &shape, inputs)
            shape.size = image.size
        }
    }

    private func apply(
        _ step: PipelineStep, to image: inout Image, _ shape: inout PictureShape, _ inputs: Inputs
    ) throws {
        let limits = inputs.decoding.limits
        /// Places the picture on a transparent canvas.
        func place(x: Int, y: Int, on size: PixelSize) throws {
            guard size != image.size else { return }
            try limits.require(size)
            var canvas = try Image(size: size)
            try canvas.draw(image, x: x, y: y)
            image = canvas
        }
        switch step {
        case .trim(let trimming):
            let rest = trimming.remainder(of: image)
            image = try image.cropped(to: rest)
            shape.trimmed = (rest.x, rest.y)
        case .cropEdges(let edges):
            guard let part = shape.part(edges) else { return }
            image = try image.cropped(to: part)
            shape.crop = part
        case .crop(let size, let gravity):
            let wanted = size.size(in: image.size)
            let isByDetail = gravity.anchor == .detail
            image = try image.cropped(
                to: isByDetail ? Focus.detail.part(of: wanted, in: image) : gravity.part(of: wanted, in: image.size))
        case .turn(let orientation): image = try image.oriented(orientation)
        case .scale(let rule):
            let frame = rule.frame(of: shape)
            if let resize = frame.resize {
                try limits.require(resize.size(for: image.size))
                image = try image.resized(resize)
            }
            if let crop = frame.crop { image = try image.cropped(to: crop) }
            shape.apply(frame)
        case .filter(let filter):
            let size = filter.size(for: shape)
            try limits.require(size)
            image = try filter.applied(to: image, size: size, format: inputs.format)
        case .fillBox(let filling):
            let canvas = filling.size(for: shape)
            try limits.require(canvas)
            image = try filling.filled(image, to: canvas)
        case .extend(let canvas):
            let size = canvas.size(for: shape)
            let origin = canvas.gravity.origin(of: image.size, in: size, density: shape.density)
            try place(x: origin.x, y: origin.y, on: size)
        case .pad(let padding):
            let padding = padding.scaled(by: shape.density)
            try place(x: padding.left, y: padding.top, on: padding.size(around: image.size))
        case .mark(let mark): try draw(mark, on: &image, shape, inputs)
        }
    }

    /// Draws the overlay of a step on the picture.
    private func draw(_ mark: PictureMark, on image: inout Image, _ shape: PictureShape, _ inputs: Inputs) throws {
        guard let overlay = inputs.overlays[mark.image] else {
            throw ImageError(.emptyResult, "A picture used by a filter is missing.")
        }
        var options = inputs.decoding
        options.resize = mark.resize(on: image.size)
        let picture = try Image(decoding: overlay, options: options)
        for origin in mark.origins(on: image.size, mark: picture.size, density: shape.density) {
            try image.draw(picture, x: origin.x, y: origin.y, opacity: mark.opacity)
        }
    }
}

extension DecodingLimits {
    /// Checks that an intermediate picture is within the pixel limit.
    fileprivate func require(_ size: PixelSize) throws(ImageError) {
        guard allow(size) else {
            throw ImageError(.limitExceeded, "The result would have \(size) pixels; the limit is \(pixels) in all.")
        }
    }
}
