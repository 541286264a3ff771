/// The inverse DCT for one component, with results of 2 × 2, 4 × 4 or 8 × 8 samples per block.
struct BlockTransform {
    /// Scratch memory for a block, which is all zeros between uses.
    let workspace: UnsafeMutablePointer<Int16>
    /// The raster index of each zigzag position.
    let naturalOrder: UnsafePointer<UInt8>
    /// The 64 steps in raster order.
    private let quantization: UnsafePointer<Int16>
    /// The 64 steps in zigzag order.
    private let zigzagQuantization: UnsafePointer<UInt16>
    private let weights: InverseDCT2.Weights

    /// `quantization` contains the 64 steps in zigzag order. `weights` are for blocks that become 2 × 2 samples.
    init(quantization: [UInt16], weights: InverseDCT2.Weights, arena: Arena) throws(ReducedJPEGError) {
        self.weights = weights
        workspace = try arena.allocate(Int16.self, count: 64)
        let order = try arena.allocate(UInt8.self, count: 64)
        let steps = try arena.allocate(Int16.self, count: 64)
        let zigzagSteps = try arena.allocate(UInt16.self, count: 64)
        for (index, position) in Zigzag.naturalOrder.enumerated() {
            order[index] = position
            steps[Int(position)] = Int16(quantization[index])
            zigzagSteps[index] = quantization[index]
        }
        naturalOrder = UnsafePointer(order)
        self.quantization = UnsafePointer(steps)
        zigzagQuantization = UnsafePointer(zigzagSteps)
    }

    /// Writes 2 × 2 samples of each of several blocks. Returns false for impossible coefficients. `means` are the blocks' DC terms; the
    /// coefficients at zigzag position n are n × `distance` after them. The number of written samples is rounded up to a multiple of 16.
    func transformPlanes(
        _ means: UnsafePointer<Int16>, distance: Int, count: Int, to output: UnsafeMutablePointer<UInt8>,
        stride: Int
    ) -> Bool {
        var isPlausible = true
        for column in Swift.stride(from: 0, to: count, by: 8) {
            isPlausible =
                InverseDCT2.transformEight(
                    means + column, distance: distance, lanes: min(8, count &- column), zigzagQuantization,
                    weights, to: output + 2 &* column, stride: stride) && isPlausible
        }
        return isPlausible
    }

    /// Returns the zigzag position of the last coefficient that blocks of `side` × `side` samples need.
    @inline(__always)
    static func lastPosition(side: Int) -> Int {
        switch side {
        case 2: InverseDCT2.lastPosition
        case 4: InverseDCT4.lastPosition
        default: 63
        }
    }

    /// True if a block of 8-bit samples can have this coefficient. The root of the sum of the squared coefficients is at most 1024
    /// (Parseval), plus a little for rounding.
    @inline(__always)
    static func isPlausible(_ coefficient: Int) -> Bool { UInt(bitPattern: coefficient &+ 4096) < 8192 }

    /// Stores a nonzero coefficient in a block in raster order. `position` is the coefficient's zigzag position, 0...63.
    @inline(__always)
    func put(_ value: Int, at position: Int, of block: UnsafeMutablePointer<Int16>) {
        block[Int(naturalOrder[position])] = Int16(truncatingIfNeeded: value)
    }

    /// Writes a block's `side` × `side` samples, given its coefficients, which are in raster order unless `side` is 2. Returns false for
    /// impossible coefficients.
    @inline(__always)
    func transform(
        _ coefficients: UnsafePointer<Int16>, side: Int, to output: UnsafeMutablePointer<UInt8>, stride: Int
    ) -> Bool {
        switch side {
        case 2: InverseDCT2.transform(coefficients, zigzagQuantization, weights, to: output, stride: stride)
        case 4: InverseDCT4.transform(coefficients, quantization, to: output, stride: stride)
        default: InverseDCT8.transform(coefficients, quantization, to: output, stride: stride)
        }
    }
}
