import PostcardImaging

/// Makes the picture of a pipeline. A pure function of its input: same input, same bytes.
struct PipelineRenderer: Sendable {
    let pipeline: PicturePipeline
    let limits: DecodingLimits
    /// The files of the pictures that steps name.
    let overlays: [String: [UInt8]]
    /// The format of the result.
    let format: ImageFormat

    /// By numbers, as in the servers whose addresses these are: their clients compare.
    private var decoding: DecodingOptions {
        DecodingOptions(linearLight: false, limits: limits, recover: pipeline.output.recovers)
    }

    /// A picture and its shape.
    private struct Work {
        var image: Image
        var shape: PictureShape
    }

    /// Makes the file of the result, within `ImageWork`.
    ///
    /// - Throws: `ImageError` or `HTTPError`.
    func render(_ source: [UInt8]) throws -> MadePicture {
        guard let animation = try AnimatedImage.moving(source, to: format, options: decoding)
        else {
            let image = try still(source)
            try limits.check(result: image.size, as: format)
            let bytes = try withStageSpan("encode") { try pipeline.output.encoded(image, as: format) }
            return MadePicture(bytes: bytes, size: image.size)
        }
        let encoding = try EncodingOptions(format: format, quality: pipeline.output.quality(for: format))
        // The limit is for a frame: of frames there may be as many as the source has.
        let moving = try withStageSpan("edit") {
            try animation.encoded(as: encoding, pixelLimit: .max) { image, _ in
                let shape = PictureShape(source: image.size)
                image = try made(Work(image: image, shape: shape), by: pipeline.steps[...])
                try limits.check(result: image.size, as: format)
            }
        }
        return MadePicture(bytes: moving.bytes, size: moving.size)
    }

    /// The picture; decodes no more than it needs where that can be known before.
    private func still(_ source: [UInt8]) throws -> Image {
        var options = decoding
        var shape = PictureShape(source: try ImageHeader(of: source.span.bytes).size)
        var steps = pipeline.steps[...]
        var crop: PixelRect?
        if case .scale(let rule) = steps.first {
            let frame = rule.frame(of: shape)
            try check(frame.resize?.size(for: shape.size) ?? frame.size)
            options.resize = frame.resize
            crop = frame.crop
            shape.apply(frame)
            steps.removeFirst()
        }
        let image = try withStageSpan("decode") { try Image(decoding: source, options: options) }
        return try withStageSpan("edit") {
            try made(Work(image: crop.map(image.cropped) ?? image, shape: shape), by: steps)
        }
    }

    private func made(_ work: Work, by steps: ArraySlice<PipelineStep>) throws -> Image {
        var work = work
        for step in steps {
            try ImageWork.checkpoint()
            try apply(step, to: &work)
            work.shape.size = work.image.size
        }
        return work.image
    }

    private func check(_ size: PixelSize) throws {
        guard limits.allow(size) else {
            throw ImageError(
                .limitExceeded, "The result would have \(size) pixels; \(limits.pixels) in all are allowed.")
        }
    }
}

extension PipelineRenderer {
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
            let picture = try overlay(mark.image) { _ in mark.resize(on: work.image.size) }
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

    /// Lays the picture on a transparent canvas.
    private func place(_ work: inout Work, x: Int, y: Int, on size: PixelSize) throws {
        guard size != work.image.size else { return }
        try check(size)
        var canvas = try Image(size: size)
        canvas.lay(work.image, x: x, y: y)
        work.image = canvas
    }

    /// A picture that a step names. `resize` gets its size.
    private func overlay(_ name: String, resize: (PixelSize) -> Resize?) throws -> Image {
        guard let file = overlays[name] else { throw ImageError(.emptyResult, "The picture of a filter is not there.") }
        var options = decoding
        options.resize = resize(try ImageHeader(of: file.span.bytes).size)
        return try Image(decoding: file, options: options)
    }
}
