/// What is drawn on a picture, judged by whether a JPEG file of given sampling and steps shows it well.
struct JPEGFitness {
    /// The sums of the 64 steps of quality 75: half of those of ISO/IEC 10918-1, annex K, rounded up.
    private static let largestStepSums = (luma: 1_880, chroma: 2_780)
    /// The difference of red or blue to green, within a sample's pixels, that makes an edge between colours.
    private static let edge: Int32 = 96
    /// Of the samples that are drawn on, one in so many may have an edge.
    private static let allowedShare = 20

    /// Pixels of a sample of the least resolution, from left to right and from top to bottom.
    private let sample: (width: Int, height: Int)
    private let isGray: Bool
    private var samples = 0
    private var edges = 0
    private var hasColors = false

    /// `sample` is the size of a sample of the least resolution, in pixels.
    init(sample: (width: Int, height: Int), isGray: Bool) {
        self.sample = isGray ? (1, 1) : sample
        self.isGray = isGray
    }

    /// Whether letters come out clean with these 64 quantization steps.
    static func areFine(_ steps: UnsafePointer<UInt16>, isLuma: Bool) -> Bool {
        let sum = (0..<64).reduce(0) { $0 + Int(steps[$1]) }
        return sum <= (isLuma ? largestStepSums.luma : largestStepSums.chroma)
    }

    /// `true` if a grey file gets no colours, and a file with fewer samples of colour than pixels no more than a few samples with
    /// different colours in them.
    var isFit: Bool { isGray ? !hasColors : sample == (1, 1) || edges * Self.allowedShare <= samples }

    /// Takes in the cells of a part of the picture, which begins at a cell; `image` shows the part from `origin` on.
    mutating func add(_ part: PixelRect, of image: Image, at origin: (x: Int, y: Int), in cells: DrawnCells) {
        guard isGray || sample != (1, 1) else { return }
        let side = DrawnCells.side
        let (right, bottom) = (part.x + part.width, part.y + part.height)
        image.withRows { rows in
            for row in part.y / side..<(bottom + side - 1) / side {
                let lines = row * side - origin.y..<min((row + 1) * side, bottom) - origin.y
                for column in part.x / side..<(right + side - 1) / side where cells[column, row] {
                    let x = column * side - origin.x
                    let width = min(side, right - column * side)
                    for top in stride(from: lines.lowerBound, to: lines.upperBound, by: sample.height) {
                        var range = ColorRange(rows[top] + x, width)
                        for line in top + 1..<max(top + 1, min(top + sample.height, lines.upperBound)) {
                            range.formUnion(ColorRange(rows[line] + x, width))
                        }
                        take(range)
                    }
                }
            }
        }
    }

    /// Takes in a row of samples: of 8 pixels.
    private mutating func take(_ range: ColorRange) {
        if isGray {
            // Means of grey pixels are grey, too.
            if !range.isGray(within: 2) { hasColors = true }
            return
        }
        samples += DrawnCells.side / sample.width
        edges += range.count(ofSamples: sample.width, wider: Self.edge)
    }
}

/// The least and the largest differences of red and of blue to green in each of eight columns of pixels.
private struct ColorRange {
    private var redLow: SIMD8<Int32>
    private var redHigh: SIMD8<Int32>
    private var blueLow: SIMD8<Int32>
    private var blueHigh: SIMD8<Int32>

    /// Those of up to eight pixels of a row; the last one stands for those that are missing.
    init(_ row: UnsafePointer<Int32>, _ count: Int) {
        var pixels = SIMD8<Int32>()
        if count == 8 {
            pixels = UnsafeRawPointer(row).loadUnaligned(as: SIMD8<Int32>.self)
        } else {
            for index in 0..<8 { pixels[index] = row[min(index, count - 1)] }
        }
        let green = pixels &>> 8 & 255
        redLow = (pixels &>> 16 & 255) &- green
        blueLow = (pixels & 255) &- green
        redHigh = redLow
        blueHigh = blueLow
    }

    mutating func formUnion(_ other: ColorRange) {
        redLow = pointwiseMin(redLow, other.redLow)
        redHigh = pointwiseMax(redHigh, other.redHigh)
        blueLow = pointwiseMin(blueLow, other.blueLow)
        blueHigh = pointwiseMax(blueHigh, other.blueHigh)
    }

    func isGray(within tolerance: Int32) -> Bool {
        min(redLow.min(), blueLow.min()) >= -tolerance && max(redHigh.max(), blueHigh.max()) <= tolerance
    }

    /// The samples of `width` pixels, 1, 2 or 4, of which the differences lie wider apart than `edge`.
    func count(ofSamples width: Int, wider edge: Int32) -> Int {
        if width == 1 {
            let isEdge = (redHigh &- redLow) .> edge .| (blueHigh &- blueLow) .> edge
            return Self.count(SIMD8<Int32>(repeating: 0).replacing(with: 1, where: isEdge))
        }
        let red = Self.pairs(redLow, redHigh)
        let blue = Self.pairs(blueLow, blueHigh)
        if width == 2 {
            let isEdge = (red.high &- red.low) .> edge .| (blue.high &- blue.low) .> edge
            return Self.count(SIMD4<Int32>(repeating: 0).replacing(with: 1, where: isEdge))
        }
        let wideRed =
            pointwiseMax(red.high.evenHalf, red.high.oddHalf) &- pointwiseMin(red.low.evenHalf, red.low.oddHalf)
        let wideBlue =
            pointwiseMax(blue.high.evenHalf, blue.high.oddHalf) &- pointwiseMin(blue.low.evenHalf, blue.low.oddHalf)
        return Self.count(SIMD2<Int32>(repeating: 0).replacing(with: 1, where: wideRed .> edge .| wideBlue .> edge))
    }

    private static func pairs(_ low: SIMD8<Int32>, _ high: SIMD8<Int32>) -> (low: SIMD4<Int32>, high: SIMD4<Int32>) {
        (pointwiseMin(low.evenHalf, low.oddHalf), pointwiseMax(high.evenHalf, high.oddHalf))
    }

    private static func count(_ marks: some SIMD<Int32>) -> Int { Int(marks.wrappedSum()) }
}
