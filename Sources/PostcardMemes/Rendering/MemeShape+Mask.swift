import PostcardImaging

extension MemeShape {
    /// The length of an arrowhead and half its width, in line widths.
    private static let (headLength, headWidth) = (4.5, 2.0)

    /// Returns the coverage of the shape. `size` is the size of the base image, and `origin` is its top left corner on the canvas.
    func mask(on size: PixelSize, origin: SIMD2<Double>, canvas: PixelSize) -> Mask {
        let (from, to) = (origin + from.vector * size.vector, origin + to.vector * size.vector)
        let width = max(1, TextSize.fraction(lineWidth).pixels(on: size))
        switch kind {
        case .line: return Mask(polygon: Self.line(from, to, width: width), on: canvas)
        case .arrow: return Mask(polygon: Self.arrow(from, to, width: width), on: canvas)
        case .rectangle, .ellipse: break
        }
        let middle = (from + to) / 2
        let half = pointwiseMax(from, to) - middle
        let polygon = kind == .ellipse ? Self.ellipse : { Rectangle(low: $0 - $1, high: $0 + $1).corners }
        var mask = Mask(polygon: polygon(middle, isFilled ? half : half + width / 2), on: canvas)
        guard !isFilled, half.min() > width / 2 else { return mask }
        let inner = Mask(polygon: polygon(middle, half - width / 2), on: canvas)
        for y in 0..<inner.height {
            let row = (inner.y + y - mask.y) * mask.width + inner.x - mask.x
            for x in 0..<inner.width {
                mask.coverage[row + x] -= min(mask.coverage[row + x], inner.coverage[y * inner.width + x])
            }
        }
        return mask
    }

    private static func line(_ from: SIMD2<Double>, _ to: SIMD2<Double>, width: Double) -> [SIMD2<Double>] {
        let side = (to - from).direction * (width / 2)
        return halfCircle(from, SIMD2(side.y, -side.x)) + halfCircle(to, SIMD2(-side.y, side.x))
    }

    /// Returns the outline of an arrow. A short arrow consists only of a head.
    private static func arrow(_ from: SIMD2<Double>, _ to: SIMD2<Double>, width: Double) -> [SIMD2<Double>] {
        let head = min(headLength * width, (to - from).length)
        // The head keeps its proportions, and the shaft stays narrower.
        let scale = headLength * width > 0 ? head / (headLength * width) : 0
        let ahead = (to - from).direction
        let left = SIMD2(ahead.y, -ahead.x) * width * scale
        let base = to - ahead * head
        return halfCircle(from, left / 2)
            + [base - left / 2, base - left * headWidth, to, base + left * headWidth, base + left / 2]
    }

    /// Returns the half circle behind `center`, from `start` to the opposite side.
    private static func halfCircle(_ center: SIMD2<Double>, _ start: SIMD2<Double>) -> [SIMD2<Double>] {
        let steps = chords(radius: start.length) / 2
        return (0...steps).map { step in
            center + Rotation(degrees: -180 * Double(step) / Double(steps)).apply(start)
        }
    }

    private static func ellipse(_ middle: SIMD2<Double>, _ half: SIMD2<Double>) -> [SIMD2<Double>] {
        let steps = chords(radius: half.max())
        return (0..<steps).map { step in
            middle + half * Rotation(degrees: 360 * Double(step) / Double(steps)).apply(SIMD2(1, 0))
        }
    }

    /// Returns the number of chords needed to stay within a tenth of a pixel of the circle.
    private static func chords(radius: Double) -> Int {
        let needed = (radius / 0.2).squareRoot() * 3.2
        // Chords span whole hundredths of a degree, so all corners are exactly on the circle.
        return [16, 48, 96, 240, 480].first { Double($0) >= needed } ?? 1_440
    }
}

extension Mask {
    /// Makes the coverage of a polygon with an empty margin around it, clipped to the canvas.
    init(polygon corners: [SIMD2<Double>], margin: Double = 0, on canvas: PixelSize) {
        let first = corners.first ?? .zero
        let limit = canvas.vector
        let low = (corners.reduce(first, pointwiseMin) - margin).rounded(.down)
            .clamped(lowerBound: .zero, upperBound: limit)
        let high = (corners.reduce(first, pointwiseMax) + margin).rounded(.up)
            .clamped(lowerBound: .zero, upperBound: limit)
        let (width, height) = (Int(high.x - low.x), Int(high.y - low.y))
        guard width > 0, height > 0, !corners.isEmpty else {
            self.init(x: 0, y: 0, width: 0, height: 0)
            return
        }
        let segments = OutlineSegments(polygon: corners, from: low)
        self.init(
            x: Int(low.x), y: Int(low.y), width: width, height: height,
            coverage: CoverageRasterizer.coverage(of: segments, width: width, height: height))
    }
}
