internal import PostcardImaging

/// The crop and size that thumbor makes of a request. The numbers are those of thumbor's `transformer.py`, half-even rounding
/// included.
struct ThumborGeometry: Equatable {
    /// The size that the whole of the picture, or of its crop, is brought to.
    var target: PixelSize
    /// `true` if what stands over is cut off, and not squeezed in.
    var crops: Bool
    /// The box as the filters see it, which fit-in changes; 0 where the request does not say.
    var box: PixelSize

    /// - Parameters:
    ///   - request: what is asked for.
    ///   - source: the size of the picture after trimming and cropping by hand.
    ///   - whole: its size before, which `no_upscale` looks at.
    init(_ request: ThumborRequest, source: PixelSize, whole: PixelSize) {
        func pixels(_ side: ThumborRequest.Side, _ original: Int) -> Int {
            switch side {
            case .original: original
            case .pixels(let count): count
            }
        }
        box = PixelSize(
            width: pixels(request.width, source.width), height: pixels(request.height, source.height))
        if request.filters.contains(.noUpscale) {
            box = PixelSize(width: min(box.width, whole.width), height: min(box.height, whole.height))
        }
        target = Self.completed(box, for: source)
        crops = false
        if let fitIn = request.fitIn {
            fit(fitIn, source: source)
        } else if !request.filters.contains(.stretch) {
            crops = !Self.haveSameShape(source, target)
        }
        target = PixelSize(width: max(1, target.width), height: max(1, target.height))
    }

    private static func completed(_ box: PixelSize, for source: PixelSize) -> PixelSize {
        func proportional(_ known: Int, _ side: Int, _ other: Int) -> Int {
            Int((Double(known) * Double(side) / Double(other)).rounded(.toNearestOrEven))
        }
        return switch (box.width, box.height) {
        case (0, 0): source
        case (0, let height): PixelSize(width: proportional(height, source.width, source.height), height: height)
        case (let width, 0): PixelSize(width: width, height: proportional(width, source.height, source.width))
        default: box
        }
    }

    /// thumbor squeezes a picture whose ratio is the same to two decimals.
    private static func haveSameShape(_ source: PixelSize, _ target: PixelSize) -> Bool {
        func ratio(_ size: PixelSize) -> Double {
            (Double(max(1, size.width)) / Double(max(1, size.height)) * 100).rounded(.toNearestOrEven)
        }
        return ratio(source) == ratio(target)
    }

    private mutating func fit(_ fitIn: ThumborRequest.FitIn, source: PixelSize) {
        if fitIn.isAdaptive, (source.width - source.height).signum() * (target.width - target.height).signum() < 0 {
            target = target.transposed
            box = box.transposed
        }
        if !fitIn.isFull, target.width >= source.width, target.height >= source.height {
            target = source
            return
        }
        let sign = fitIn.isFull ? -1.0 : 1.0
        let across = Double(source.width) / Double(max(1, target.width)) * sign
        let down = Double(source.height) / Double(max(1, target.height)) * sign
        func scaled(_ side: Int, _ known: Int, _ other: Int) -> Int {
            Int((Double(side) * Double(known) / Double(other) + 1e-5).rounded(.toNearestOrEven))
        }
        if across >= down {
            target.height = scaled(source.height, target.width, source.width)
        } else {
            target.width = scaled(source.width, target.height, source.height)
        }
        box = PixelSize(width: max(box.width, target.width), height: max(box.height, target.height))
    }
}
