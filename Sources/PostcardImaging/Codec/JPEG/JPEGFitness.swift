/// What is drawn on a picture, judged by whether a JPEG file of given sampling and steps shows it well.
struct JPEGFitness {
    /// The sums of the 64 steps of quality 75: half of those of ISO/IEC 10918-1, annex K, rounded up.
    private static let largestStepSums = (luma: 1_880, chroma: 2_780)
    /// The difference of red or blue to green, within a sample's pixels, that makes an edge between colours.
    private static let edge: Int32 = 96
    /// Of the samples that are drawn on, one in so many may have an edge.
    private static let allowedShare = 20

    private let cells: DrawnCells
    private let image: Image

    init(of cells: DrawnCells, in image: Image) {
        self.cells = cells
        self.image = image
    }

    /// Whether letters come out clean with these 64 quantization steps.
    static func areFine(_ steps: UnsafePointer<UInt16>, isLuma: Bool) -> Bool {
        let sum = (0..<64).reduce(0) { $0 + Int(steps[$1]) }
        return sum <= (isLuma ? largestStepSums.luma : largestStepSums.chroma)
    }

    /// `true` if a cell has a pixel that is not grey.
    var hasColors: Bool {
        var differs = false
        forEachSample(of: (1, 1)) { low, high in
            // Means of grey pixels are grey, too.
            if max(abs(low.x), abs(low.y), abs(high.x), abs(high.y)) > 2 { differs = true }
        }
        return differs
    }

    /// `true` if more than a few samples of `pixels` pixels have different colours in them.
    func hasColoredEdges(within pixels: (width: Int, height: Int)) -> Bool {
        guard pixels != (1, 1) else { return false }
        var samples = 0
        var edges = 0
        forEachSample(of: pixels) { low, high in
            samples += 1
            if (high &- low).max() > Self.edge { edges += 1 }
        }
        return edges * Self.allowedShare > samples
    }

    /// Gives the least and the largest difference of red and blue to green in each sample of the cells.
    private func forEachSample(
        of pixels: (width: Int, height: Int), _ body: (_ low: SIMD2<Int32>, _ high: SIMD2<Int32>) -> Void
    ) {
        image.withRows { rows in
            for row in 0..<cells.rows {
                for column in 0..<cells.columns where cells[column, row] {
                    let across = column * DrawnCells.side..<min((column + 1) * DrawnCells.side, image.size.width)
                    let down = row * DrawnCells.side..<min((row + 1) * DrawnCells.side, image.size.height)
                    for y in stride(from: down.lowerBound, to: down.upperBound, by: pixels.height) {
                        for x in stride(from: across.lowerBound, to: across.upperBound, by: pixels.width) {
                            var low = SIMD2<Int32>(repeating: 255)
                            var high = SIMD2<Int32>(repeating: -255)
                            for line in y..<min(y + pixels.height, down.upperBound) {
                                for pixel in rows[line] + x..<rows[line] + min(x + pixels.width, across.upperBound) {
                                    let difference = Self.difference(pixel.pointee)
                                    low = pointwiseMin(low, difference)
                                    high = pointwiseMax(high, difference)
                                }
                            }
                            body(low, high)
                        }
                    }
                }
            }
        }
    }

    private static func difference(_ pixel: Int32) -> SIMD2<Int32> {
        let green = pixel &>> 8 & 255
        return SIMD2((pixel &>> 16 & 255) &- green, (pixel & 255) &- green)
    }
}
