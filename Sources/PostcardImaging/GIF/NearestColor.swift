/// Finds the nearest color by the sum of squared differences, eight colors at a time.
struct NearestColor {
    /// Eight colors.
    private struct Block {
        var red: SIMD8<Float>
        var green: SIMD8<Float>
        var blue: SIMD8<Float>

        @inline(__always)
        init(repeating color: Int32) {
            red = SIMD8(repeating: Float(color >> 16 & 255))
            green = SIMD8(repeating: Float(color >> 8 & 255))
            blue = SIMD8(repeating: Float(color & 255))
        }

        /// Returns the squared distances between colors in the same lanes.
        @inline(__always)
        func distances(to other: Block) -> SIMD8<Float> {
            let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
            return red * red + green * green + blue * blue
        }
    }

    private var blocks: [Block] = []

    /// - Parameter colors: opaque colors, at least one.
    init(_ colors: [Int32]) {
        for start in stride(from: 0, to: colors.count, by: 8) {
            var block = Block(repeating: 0)
            // Lanes without a color are too far away to be chosen.
            block.red = SIMD8(repeating: 1e6)
            for (lane, color) in colors[start..<min(start + 8, colors.count)].enumerated() {
                block.red[lane] = Float(color >> 16 & 255)
                block.green[lane] = Float(color >> 8 & 255)
                block.blue[lane] = Float(color & 255)
            }
            blocks.append(block)
        }
    }

    /// - Returns: the index of the color (the lowest index if several are equally near) and the squared distance.
    func find(_ color: Int32) -> (index: Int, distance: Int) {
        let target = Block(repeating: color)
        var best = SIMD8<Float>(repeating: .infinity)
        var bestBlock = SIMD8<Int32>.zero
        for block in blocks.indices {
            let distance = blocks[block].distances(to: target)
            let isNearer = distance .< best
            best.replace(with: distance, where: isNearer)
            bestBlock.replace(with: SIMD8(repeating: Int32(truncatingIfNeeded: block)), where: isNearer)
        }
        var result = (index: Int.max, distance: Float.infinity)
        for lane in 0..<8 {
            let index = Int(bestBlock[lane]) * 8 + lane
            if best[lane] < result.distance || (best[lane] == result.distance && index < result.index) {
                result = (index, best[lane])
            }
        }
        return (result.index, Int(result.distance))
    }

    /// Appends the indices of all colors that can be the nearest to a color within `radius` of `color`, lowest first.
    func appendCandidates(around color: Int32, radius: Float, to indices: inout [UInt8]) {
        let reach = Float(find(color).distance).squareRoot() + 2 * radius
        let target = Block(repeating: color)
        for block in blocks.indices {
            let isIn = blocks[block].distances(to: target) .<= reach * reach
            guard any(isIn) else { continue }
            for lane in 0..<8 where isIn[lane] { indices.append(UInt8(truncatingIfNeeded: block * 8 + lane)) }
        }
    }
}
