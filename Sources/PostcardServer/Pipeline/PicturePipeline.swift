import PostcardImaging

/// The processing of a picture: its source, the steps, and the file.
///
/// All address schemes and presets are parsed into pipelines; besides these, only memes and contact sheets are rendered.
struct PicturePipeline: Sendable {
    /// The decoded name of the picture: a path in a picture folder, an http or https address, or a name of the library.
    var image = ""
    /// The steps in order.
    var steps: [PipelineStep] = []
    var output = PictureOutput()
    /// The steps as a text for cache keys, different for different steps.
    var text = ""
}

extension PicturePipeline: PictureRenderer {
    /// The names of the picture and of the steps' overlays.
    var sources: [String] {
        var names = [image]
        for name in steps.compactMap(\.overlay) where !names.dropFirst().contains(name) { names.append(name) }
        return names
    }

    var format: ImageFormat? { output.format }
    var operations: String { "\(text)|\(output.recipe)" }

    func work(on files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> PictureWork {
        let shapes = try files.map { PictureShape(source: try ImageHeader(of: $0.span.bytes).size) }
        return PictureWork(pixels: pixels(of: shapes, as: format, limits: limits)) {
            try render(files, shapes[0], as: format, limits: limits)
        }
    }

    private func pixels(of shapes: [PictureShape], as format: ImageFormat, limits: DecodingLimits) -> Int {
        var shape = shapes[0]
        let marks = Dictionary(zip(sources, shapes.map(\.size)).dropFirst()) { first, _ in first }
        var most = shape.size.area
        for step in steps {
            guard let pixels = step.plan(&shape, marks: marks) else {
                // After trimming, the size is unknown.
                return max(shape.source.area.addedClamped(limits.pixels), limits.pixels.multipliedClamped(by: 2))
            }
            most = max(most, pixels)
        }
        // The coefficients of a progressive JPEG, which the encoder holds as a whole.
        let coefficients = output.isProgressive == true && format == .jpeg ? shape.size.area : 0
        return max(most, format.encodingPixels(of: shape.size).addedClamped(coefficients))
    }

    /// Renders the picture; the bytes depend on the arguments alone. `shape` is that of the first file.
    private func render(
        _ files: [[UInt8]], _ shape: PictureShape, as format: ImageFormat, limits: DecodingLimits
    ) throws -> MadePicture {
        let overlays = Dictionary(zip(sources, files).dropFirst()) { first, _ in first }
        let renderer = PipelineRenderer(
            // Scaling without linear light, as in the servers that have these address schemes, so that results match theirs.
            decoding: DecodingOptions(linearLight: false, limits: limits, recover: output.recovers),
            overlays: overlays, format: format)
        guard let animation = try AnimatedImage.moving(files[0], to: format, options: renderer.decoding) else {
            let image = try renderer.still(files[0], shape, by: steps[...])
            try limits.check(result: image.size, as: format)
            return MadePicture(bytes: try output.encoded(image, as: format), size: image.size)
        }
        let encoding = try EncodingOptions(format: format, quality: output.quality(for: format))
        // The pixel limit applies to each frame, and not to their sum.
        let moving = try animation.encoded(as: encoding, pixelLimit: .max) { image, _ in
            image = try renderer.made(of: image, PictureShape(source: image.size), by: steps[...])
            try limits.check(result: image.size, as: format)
        }
        return MadePicture(bytes: moving.bytes, size: moving.size)
    }
}

/// The execution of a pipeline's steps on pixels, within `ImageWork`.
private struct PipelineRenderer {
    /// The decoding options, without a size.
    let decoding: DecodingOptions
    /// The files of the steps' overlays, by name.
    let overlays: [String: [UInt8]]
    /// The format of the result.
    let format: ImageFormat

    /// A picture and its shape.
    private struct Work {
        var image: Image
        var shape: PictureShape
    }

    /// Returns the result for a still picture. Where scaling is the first step, decodes it at that size.
    func still(_ source: [UInt8], _ shape: PictureShape, by steps: ArraySlice<PipelineStep>) throws -> Image {
        var (options, steps, shape) = (decoding, steps, shape)
        var crop: PixelRect?
        if case .scale(let rule) = steps.first {
            let frame = rule.frame(of: shape)
            try check(frame.resize?.size(for: shape.size) ?? frame.size)
            options.resize = frame.resize
            crop = frame.crop
            shape.apply(frame)
            steps.removeFirst()
        }
        let image = try Image(decoding: source, options: options)
        return try made(of: crop.map(image.cropped) ?? image, shape, by: steps)
    }

    /// Returns the picture after the steps.
    func made(of image: Image, _ shape: PictureShape, by steps: ArraySlice<PipelineStep>) throws -> Image {
        var work = Work(image: image, shape: shape)
        for step in steps {
            try ImageWork.checkpoint()
            try apply(step, to: &work)
            work.shape.size = work.image.size
        }
        return work.image
    }

    /// Checks a size against the pixel limit.
    private func check(_ size: PixelSize) throws {
        guard decoding.limits.allow(size) else {
            throw ImageError(
                .limitExceeded, "The result would have \(size) pixels; \(decoding.limits.pixels) in all are allowed.")
        }
    }

    private func apply(_ step: PipelineStep, to work: inout Work) throws {
        switch step {
        case .trim(let trimming):
            let rest = trimming.remainder(of: work.image)
            work.image = try work.image.cropped(to: rest)
            work.shape.trimmed = (rest.x, rest.y)
        case .cropEdges(let edges):
            guard let part = work.shape.part(edges) else { return }
            work.image = try work.image.cropped(to: part)
            work.shape.crop = part
        case .crop(let size, let gravity):
            let wanted = size.size(in: work.image.size)
            guard gravity.anchor != .detail else {
                work.image = try work.image.cropped(to: Focus.detail.part(of: wanted, in: work.image))
                return
            }
            work.image = try work.image.cropped(to: gravity.part(of: wanted, in: work.image.size))
        case .turn(let orientation): work.image = try work.image.turned(orientation)
        case .scale(let rule): try scale(&work, by: rule)
        case .filter(let filter):
            let size = filter.size(for: work.shape)
            try check(size)
            work.image = try filter.applied(to: work.image, size: size, format: format)
        case .fillBox(let filling):
            let canvas = filling.size(for: work.shape)
            try check(canvas)
            work.image = try filling.filled(work.image, to: canvas)
        case .extend(let canvas):
            let size = canvas.size(for: work.shape)
            let origin = canvas.gravity.origin(of: work.image.size, in: size, density: work.shape.density)
            try place(&work, x: origin.x, y: origin.y, on: size)
        case .pad(let padding):
            let padding = padding.scaled(by: work.shape.density)
            try place(&work, x: padding.left, y: padding.top, on: padding.size(around: work.image.size))
        case .mark(let mark):
            guard let file = overlays[mark.image] else {
                throw ImageError(.emptyResult, "The picture of a filter is not there.")
            }
            var options = decoding
            options.resize = mark.resize(on: work.image.size)
            let picture = try Image(decoding: file, options: options)
            let origins = mark.origins(on: work.image.size, mark: picture.size, density: work.shape.density)
            for origin in origins {
                work.image.lay(picture, x: origin.x, y: origin.y, opacity: mark.opacity)
            }
        }
    }

    private func scale(_ work: inout Work, by rule: any ScalingRule) throws {
        let frame = rule.frame(of: work.shape)
        if let resize = frame.resize {
            try check(resize.size(for: work.image.size))
            work.image = try work.image.resized(resize)
        }
        if let crop = frame.crop { work.image = try work.image.cropped(to: crop) }
        work.shape.apply(frame)
    }

    /// Places the picture on a transparent canvas.
    private func place(_ work: inout Work, x: Int, y: Int, on size: PixelSize) throws {
        guard size != work.image.size else { return }
        try check(size)
        var canvas = try Image(size: size)
        canvas.lay(work.image, x: x, y: y)
        work.image = canvas
    }
}
