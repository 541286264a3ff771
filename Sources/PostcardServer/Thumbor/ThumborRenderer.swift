internal import PostcardImaging

/// Makes the picture that a thumbor URL asks for. A pure function of its input: same input, same bytes.
struct ThumborRenderer: Sendable {
    let request: ThumborRequest
    let limits: DecodingLimits
    /// The picture files that filters name.
    let overlays: [String: [UInt8]]

    /// The format of the result.
    let format: ImageFormat

    /// Makes the file of the result, within `ImageWork`.
    ///
    /// - Throws: `ImageError` or `HTTPError`.
    func render(_ source: [UInt8]) throws -> [UInt8] {
        guard let animation = try AnimatedImage.moving(source, to: format, options: DecodingOptions(limits: limits))
        else { return try encoded(try still(source)) }
        let encoding = try EncodingOptions(format: format, quality: quality)
        // The limit is for a frame: of frames there may be as many as the source has.
        return try animation.encoded(as: encoding, pixelLimit: .max) { image, _ in
            image = try filtered(try framed(image))
        }.bytes
    }

    /// The filtered picture; decodes no more than it needs where that can be known before.
    private func still(_ source: [UInt8]) throws -> Image {
        var options = DecodingOptions(limits: limits)
        guard request.trim == nil, request.crop == nil else {
            return try filtered(try framed(try Image(decoding: source, options: options)))
        }
        let size = try ImageHeader(of: source.span.bytes).size
        let geometry = ThumborGeometry(request, source: size, whole: size)
        if geometry.target != size { options.resize = resize(geometry, of: size, focals: focals(in: nil)) }
        let image = try Image(decoding: source, options: options)
        return try filtered((try flipped(image), geometry.box))
    }

    private func framed(_ whole: Image) throws -> (Image, box: PixelSize) {
        var image = whole
        var origin = PixelRect(x: 0, y: 0, width: whole.size.width, height: whole.size.height)
        if let trim = request.trim {
            origin = EdgeTrimming(trim).remainder(of: image)
            image = try image.cropped(to: origin)
        }
        var crop: ThumborRequest.Crop?
        if let wanted = request.crop {
            let moved = wanted.moved(x: -origin.x, y: -origin.y).clamped(to: image.size)
            if moved.left < moved.right, moved.top < moved.bottom {
                crop = moved
                image = try image.cropped(
                    to: PixelRect(
                        x: moved.left, y: moved.top, width: moved.right - moved.left, height: moved.bottom - moved.top))
            }
        }
        try ImageWork.checkpoint()
        let geometry = ThumborGeometry(request, source: image.size, whole: whole.size)
        try check(geometry.target)
        if geometry.target != image.size {
            image = try image.resized(resize(geometry, of: image.size, focals: focals(in: crop)))
        }
        return (try flipped(image), geometry.box)
    }

    private func flipped(_ image: Image) throws -> Image {
        var image = image
        if request.flipsHorizontally { image = try image.flippedHorizontally() }
        if request.flipsVertically { image = try image.flippedVertically() }
        return image
    }

    /// The points that `focal` filters name, in the picture after the crop; what lies outside of the crop does not count.
    private func focals(in crop: ThumborRequest.Crop?) -> [(x: Int, y: Int, weight: Int)] {
        request.filters.compactMap { filter in
            guard case .focal(let area) = filter, area.right != area.left, area.bottom != area.top else { return nil }
            let (width, height) = (area.right - area.left, area.bottom - area.top)
            let (x, y) = (area.left + width / 2, area.top + height / 2)
            guard let crop else { return (x, y, width * height) }
            guard (crop.left...crop.right).contains(x), (crop.top...crop.bottom).contains(y) else { return nil }
            return (x - crop.left, y - crop.top, width * height)
        }
    }

    private func resize(
        _ geometry: ThumborGeometry, of size: PixelSize, focals: [(x: Int, y: Int, weight: Int)]
    ) -> Resize {
        guard geometry.crops else { return Resize(into: geometry.target, fit: .exact, enlarges: true) }
        let weight = focals.reduce(0) { $0 + $1.weight }
        let focus: Focus
        if weight != 0 {
            let x = Double(focals.reduce(0) { $0 + $1.x * $1.weight }) / Double(weight)
            let y = Double(focals.reduce(0) { $0 + $1.y * $1.weight }) / Double(weight)
            focus = .point(x: x / Double(size.width), y: y / Double(size.height))
        } else if request.isSmart {
            focus = .detail
        } else {
            focus = .point(
                x: Self.position(request.horizontalAlignment, size.width, geometry.target.width),
                y: Self.position(request.verticalAlignment, size.height, geometry.target.height))
        }
        return Resize(into: geometry.target, fit: .cover(focus), enlarges: true)
    }

    /// The position of a part in the middle, so that half a pixel is rounded to the even side as there.
    private static func position(_ alignment: Double, _ side: Int, _ length: Int) -> Double {
        let room = side - length
        guard alignment == 0.5, room > 0, room % 4 == 1 else { return alignment }
        return 0.5 - 1e-9
    }

    private func check(_ size: PixelSize) throws {
        guard limits.allow(size) else {
            throw HTTPError.unprocessable(
                "The result would have \(size) pixels; \(limits.pixels) in all are allowed.")
        }
    }

    private func filtered(_ framed: (image: Image, box: PixelSize)) throws -> Image {
        var image = framed.image
        for filter in request.filters {
            try ImageWork.checkpoint()
            image = try apply(filter, to: image, box: framed.box)
            try check(image.size)
        }
        return image
    }
}

extension ThumborRenderer {
    private func apply(_ filter: ThumborFilter, to image: Image, box: PixelSize) throws -> Image {
        switch filter {
        case .blur(let sigma): return try image.blurred(sigma: sigma)
        case .sharpen(let amount, let radius, let luminanceOnly):
            return try image.sharpened(waveletAmount: amount, radius: radius, luminanceOnly: luminanceOnly)
        case .grayscale: return try image.televisionGrayscale()
        case .equalize: return try image.equalized()
        case .channels(let tables): return try image.mapped(tables)
        case .saturation(let factor): return try image.saturated(aroundBrightnessBy: Float(factor))
        case .noise(let amount, let seed): return try image.noisy(amount: amount, seed: seed)
        case .convolution(let kernel): return try image.convolved(kernel)
        case .rotate(let degrees):
            // As thumbor does it, other angles change nothing.
            guard degrees.isMultiple(of: 90) else { return image }
            return try image.rotated(byQuarterTurns: -(degrees / 90) % 4)
        case .roundCorner(let across, let down, let color, let isTransparent):
            // As thumbor does it, to whole pixels, and in the colour where nothing can be transparent.
            return try image.roundedCorners(
                across: Double(min(across, image.size.width / 2)), down: Double(min(down, image.size.height / 2)),
                color: isTransparent && format != .jpeg ? nil : color)
        case .watermark(let watermark): return try watermarked(image, watermark)
        case .frame(let name):
            guard let patch = NinePatch(try overlay(name, resize: { _ in nil })) else {
                throw HTTPError.badRequest("The picture of the frame has no inside: it needs three rows and columns.")
            }
            return try patch.framed(image, check: check)
        case .backgroundColor(let color):
            let color = try color ?? image.meanColor()
            guard color.alpha < 255 else { return try image.flattened(onto: color) }
            var result = try Image(size: image.size, fill: color)
            result.lay(image, x: 0, y: 0)
            return result
        case .fill(let fill, let underTransparent):
            return try ThumborFilling(fill, underTransparent: underTransparent).filled(image, box: box, check: check)
        case .upscale: return try upscaled(image, box: box)
        case .proportion(let factor):
            let size = PixelSize(
                width: Int(Double(image.size.width) * factor), height: Int(Double(image.size.height) * factor))
            guard size.width >= 1, size.height >= 1 else { return image }
            try check(size)
            return try image.resized(to: size)
        case .quality, .format, .maxBytes, .focal, .extractFocal, .noUpscale, .stretch, .nothing, .maxAge, .expires:
            return image
        }
    }

    private func upscaled(_ image: Image, box: PixelSize) throws -> Image {
        guard image.size.width < box.width, image.size.height < box.height else { return image }
        let resize = Resize(into: box, enlarges: true)
        try check(resize.size(for: image.size))
        return try image.resized(resize)
    }

    private func watermarked(_ image: Image, _ watermark: ThumborWatermark) throws -> Image {
        let mark = try overlay(watermark.image) { watermark.resize(on: image.size, mark: $0) }
        var result = image
        for origin in watermark.origins(on: image.size, mark: mark.size) {
            result.lay(mark, x: origin.x, y: origin.y, opacity: 1 - Double(watermark.transparency) / 100)
        }
        return result
    }
}

extension ThumborRenderer {
    /// A picture that a filter names. `resize` gets its size.
    private func overlay(_ name: String, resize: (PixelSize) -> Resize?) throws -> Image {
        guard let file = overlays[name] else { throw HTTPError.badRequest("The picture of a filter is not there.") }
        var options = DecodingOptions(limits: limits)
        options.resize = resize(try ImageHeader(of: file.span.bytes).size)
        return try Image(decoding: file, options: options)
    }

    private var quality: Int {
        var quality = 85
        for case .quality(let wanted) in request.filters { quality = wanted }
        return quality
    }

    /// Encodes, with less and less quality while `max_bytes` is exceeded.
    private func encoded(_ image: Image) throws -> [UInt8] {
        var quality = quality
        var maximum = Int.max
        for filter in request.filters {
            if case .maxBytes(let wanted) = filter { maximum = wanted }
        }
        var result = try image.encoded(try EncodingOptions(format: format, quality: quality))
        guard format != .png, format != .gif else { return result }
        while result.count > maximum, quality > 10 {
            try ImageWork.checkpoint()
            quality = max(10, quality - 10)
            result = try image.encoded(try EncodingOptions(format: format, quality: quality))
        }
        return result
    }
}
