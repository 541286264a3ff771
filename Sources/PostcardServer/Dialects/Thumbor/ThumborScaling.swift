import PostcardImaging

/// The crop and size that thumbor gives a picture, as its `transformer.py` computes them, including half-even rounding.
struct ThumborScaling: ScalingRule, Equatable {
    /// A side of the result.
    enum Side: Sendable, Equatable {
        /// A length in pixels; 0 to derive it from the other side.
        case pixels(Int)
        /// The length of the source's side.
        case original
    }

    /// The modes of `fit-in`, which fits the whole picture into the box. Without `fit-in`, the picture is cropped to fill the box.
    struct FitIn: Sendable, Equatable {
        /// True if the box is rotated to the orientation of the picture.
        var isAdaptive = false
        /// True if the picture covers the box instead of fitting inside it.
        var isFull = false
    }

    var width = Side.pixels(0)
    var height = Side.pixels(0)
    var fitIn: FitIn?
    /// The horizontal position of the crop, from 0 (left) to 1 (right).
    var horizontalAlignment = 0.5
    /// The vertical position of the crop, from 0 (top) to 1 (bottom).
    var verticalAlignment = 0.5
    var isSmart = false
    /// The focal areas of the source, which the crop keeps visible.
    var focals: [PixelEdges] = []
    /// True if the result can't be larger than the source.
    var limitsToSource = false
    /// True if the picture is stretched to fill the box.
    var stretches = false

    var isBounded: Bool { fitIn?.isFull != true && width != .pixels(0) && height != .pixels(0) }

    func frame(of shape: PictureShape) -> ScaledFrame {
        let sizes = sizes(for: shape)
        return ScaledFrame(
            resize: sizes.target == shape.size ? nil : resize(sizes, shape), size: sizes.target, box: sizes.box)
    }

    /// The sizes for one scaling operation, in pixels.
    struct Sizes: Equatable {
        /// The size of the result before filters are applied.
        var target: PixelSize
        /// True if the picture is cropped to the aspect ratio of the target, false if it is stretched.
        var crops = false
        /// The box that filters use, after any changes by `fit-in`. A side that the request omits is 0.
        var box: PixelSize
    }

    /// Returns the size of the result, the box, and whether to crop or stretch.
    func sizes(for shape: PictureShape) -> Sizes {
        let source = shape.size
        func pixels(_ side: Side, _ original: Int) -> Int {
            switch side {
            case .original: original
            case .pixels(let count): count
            }
        }
        var box = PixelSize(width: pixels(width, source.width), height: pixels(height, source.height))
        if limitsToSource {
            box = PixelSize(width: min(box.width, shape.source.width), height: min(box.height, shape.source.height))
        }
        var sizes = Sizes(target: Self.completed(box, for: source), box: box)
        if let fitIn {
            sizes.fit(fitIn, source: source)
        } else if !stretches {
            sizes.crops = !Self.haveSameShape(source, sizes.target)
        }
        sizes.target = PixelSize(width: max(1, sizes.target.width), height: max(1, sizes.target.height))
        return sizes
    }

    private func resize(_ sizes: Sizes, _ shape: PictureShape) -> Resize {
        guard sizes.crops else { return Resize(into: sizes.target, fit: .exact, enlarges: true) }
        return Resize(into: sizes.target, fit: .cover(focus(sizes, shape)), enlarges: true)
    }

    /// Returns the focus of a crop: the weighted mean of the focal areas, or else the most detailed part or the alignment.
    private func focus(_ sizes: Sizes, _ shape: PictureShape) -> Focus {
        let size = shape.size
        let focals = points(in: shape.crop)
        let weight = focals.reduce(0) { $0 + $1.weight }
        if weight != 0 {
            let x = Double(focals.reduce(0) { $0 + $1.x * $1.weight }) / Double(weight)
            let y = Double(focals.reduce(0) { $0 + $1.y * $1.weight }) / Double(weight)
            return .point(x: x / Double(size.width), y: y / Double(size.height))
        }
        if isSmart { return .detail }
        return .point(
            x: Self.position(horizontalAlignment, size.width, sizes.target.width),
            y: Self.position(verticalAlignment, size.height, sizes.target.height))
    }

    /// Returns the centers and areas of the focal areas in the cropped picture, except areas with a center outside the picture.
    private func points(in crop: PixelRect?) -> [(x: Int, y: Int, weight: Int)] {
        focals.compactMap { area in
            guard area.right != area.left, area.bottom != area.top else { return nil }
            let (width, height) = (area.right - area.left, area.bottom - area.top)
            let (x, y) = (area.left + width / 2, area.top + height / 2)
            guard let crop else { return (x, y, width * height) }
            guard (crop.x...crop.x + crop.width).contains(x), (crop.y...crop.y + crop.height).contains(y) else {
                return nil
            }
            return (x - crop.x, y - crop.y, width * height)
        }
    }

    /// Returns the position of a crop. Shifts the center by less than half a pixel if Python's half-even rounding would round down.
    private static func position(_ alignment: Double, _ side: Int, _ length: Int) -> Double {
        let room = side - length
        guard alignment == 0.5, room > 0, room % 4 == 1 else { return alignment }
        return 0.5 - 1e-9
    }

    /// Returns the box, with sides of 0 computed from the source's aspect ratio.
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

    /// Returns true if two sizes have the same aspect ratio to two decimals. If so, thumbor stretches the picture instead of cropping it.
    private static func haveSameShape(_ source: PixelSize, _ target: PixelSize) -> Bool {
        func ratio(_ size: PixelSize) -> Double {
            (Double(max(1, size.width)) / Double(max(1, size.height)) * 100).rounded(.toNearestOrEven)
        }
        return ratio(source) == ratio(target)
    }
}

extension ThumborScaling.Sizes {
    /// Fits the target into the box, or around it.
    fileprivate mutating func fit(_ fitIn: ThumborScaling.FitIn, source: PixelSize) {
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
            // thumbor also adds this amount, to round halves up.
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
