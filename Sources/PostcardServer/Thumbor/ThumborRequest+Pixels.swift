internal import PostcardImaging

extension ThumborRequest {
    func pixels(of files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> Int {
        guard let file = files.first else { return 0 }
        let source = try ImageHeader(of: file.span.bytes).size
        let marks = try marks(files)
        // What trimming leaves is known only when it is done; of a strip, a side that nobody gave may be any.
        let isBounded = fitIn?.isFull != true && width != .pixels(0) && height != .pixels(0)
        guard trim == nil || isBounded else {
            return max(source.area.addedClamped(limits.pixels), limits.pixels.multipliedClamped(by: 2))
        }
        let geometry = ThumborGeometry(self, source: cropped(source), whole: source)
        var size = geometry.target
        // Two pictures are in memory in each step: one, and what is made of it.
        var most = source.area.addedClamped(size.area)
        for filter in filters {
            let before = size
            size = filter.size(of: size, box: geometry.box)
            let overlay = filter.overlay.flatMap { marks[$0] } ?? PixelSize(width: 0, height: 0)
            // What a frame adds on two sides is less than what it has.
            if case .frame = filter {
                size = PixelSize(width: size.width + overlay.width, height: size.height + overlay.height)
            }
            var step = before.area.addedClamped(size.area).addedClamped(overlay.area)
            if case .watermark(let mark) = filter {
                let scaled = mark.resize(on: before, mark: overlay)?.size(for: overlay) ?? overlay
                step = step.addedClamped(scaled.area)
            }
            // A strip of rows as floating-point numbers, several times.
            if case .sharpen = filter { step = step.addedClamped(before.width.multipliedClamped(by: 1_800)) }
            if case .fill(.blur, _) = filter { step = step.addedClamped(size.area) }
            most = max(most, filter.isDrawn ? step : 0)
        }
        return max(most, format.encodingPixels(of: size))
    }

    private func cropped(_ source: PixelSize) -> PixelSize {
        guard let part = crop?.clamped(to: source), part.left < part.right, part.top < part.bottom else {
            return source
        }
        return PixelSize(width: part.right - part.left, height: part.bottom - part.top)
    }

    /// The sizes of pictures that filters name.
    private func marks(_ files: [[UInt8]]) throws -> [String: PixelSize] {
        try Dictionary(zip(sources, files).dropFirst().map { ($0, try ImageHeader(of: $1.span.bytes).size) }) {
            first, _ in first
        }
    }
}

extension ThumborFilter {
    /// `true` if a picture is made.
    fileprivate var isDrawn: Bool {
        switch self {
        case .quality, .format, .maxBytes, .focal, .extractFocal, .noUpscale, .stretch, .nothing, .maxAge, .expires:
            false
        default: true
        }
    }

    /// The size of the result.
    fileprivate func size(of size: PixelSize, box: PixelSize) -> PixelSize {
        switch self {
        case .rotate(let degrees):
            return degrees.isMultiple(of: 90) && !degrees.isMultiple(of: 180) ? size.transposed : size
        case .fill:
            return PixelSize(
                width: box.width > 0 ? box.width : size.width, height: box.height > 0 ? box.height : size.height)
        case .upscale:
            let isLarger = size.width < box.width && size.height < box.height
            return isLarger ? Resize(into: box, enlarges: true).size(for: size) : size
        case .proportion(let factor):
            let scaled = PixelSize(width: Int(Double(size.width) * factor), height: Int(Double(size.height) * factor))
            return scaled.width >= 1 && scaled.height >= 1 ? scaled : size
        default: return size
        }
    }
}
