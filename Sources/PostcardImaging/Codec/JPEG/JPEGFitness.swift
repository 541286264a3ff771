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
                for column in part.x / side..<(right + side - 1) / side where cells[column, row] {
                    let across = column * side - origin.x..<min((column + 1) * side, right) - origin.x
                    let down = row * side - origin.y..<min((row + 1) * side, bottom) - origin.y
                    for y in stride(from: down.lowerBound, to: down.upperBound, by: sample.height) {
                        for x in stride(from: across.lowerBound, to: across.upperBound, by: sample.width) {
                            var low = SIMD2<Int32>(repeating: 255)
                            var high = SIMD2<Int32>(repeating: -255)
                            for line in y..<min(y + sample.height, down.upperBound) {
                                for pixel in rows[line] + x..<rows[line] + min(x + sample.width, across.upperBound) {
                                    let difference = Self.difference(pixel.pointee)
                                    low = pointwiseMin(low, difference)
                                    high = pointwiseMax(high, difference)
                                }
                            }
                            take(low, high)
                        }
                    }
                }
            }
        }
    }

    /// Takes in the least and the largest difference of red and blue to green in a sample.
    private mutating func take(_ low: SIMD2<Int32>, _ high: SIMD2<Int32>) {
        samples += 1
        if (high &- low).max() > Self.edge { edges += 1 }
        // Means of grey pixels are grey, too.
        if max(abs(low.x), abs(low.y), abs(high.x), abs(high.y)) > 2 { hasColors = true }
    }

    private static func difference(_ pixel: Int32) -> SIMD2<Int32> {
        let green = pixel &>> 8 & 255
        return SIMD2((pixel &>> 16 & 255) &- green, (pixel & 255) &- green)
    }
}
