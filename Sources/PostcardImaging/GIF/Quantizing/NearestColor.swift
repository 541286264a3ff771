/// Finds the colour nearest to another one by the sum of squared differences, eight at a time.
struct NearestColor {
    private var reds: [SIMD8<Float>] = []
    private var greens: [SIMD8<Float>] = []
    private var blues: [SIMD8<Float>] = []

    /// - Parameter colors: at least one opaque colour.
    init(_ colors: [Int32]) {
        for start in stride(from: 0, to: colors.count, by: 8) {
            // Lanes without a colour lie too far away to be chosen.
            var red = SIMD8<Float>(repeating: 1e6)
            var green = red
            var blue = red
            for lane in 0..<min(8, colors.count - start) {
                let color = colors[start + lane]
                red[lane] = Float(color >> 16 & 255)
                green[lane] = Float(color >> 8 & 255)
                blue[lane] = Float(color & 255)
            }
            reds.append(red)
            greens.append(green)
            blues.append(blue)
        }
    }

    /// - Returns: the index, the lowest among equals, and the squared distance.
    func find(_ color: Int32) -> (index: Int, distance: Int) {
        let target = Target(color)
        var best = SIMD8<Float>(repeating: .infinity)
        var bestBlock = SIMD8<Int32>.zero
        for block in reds.indices {
            let distance = distances(block, target)
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

    /// Appends the indices of all colours that can be the nearest to one no farther than `radius` from `color`, lowest
    /// first.
    func appendCandidates(around color: Int32, radius: Float, to indices: inout [UInt8]) {
        let reach = Float(find(color).distance).squareRoot() + 2 * radius
        let target = Target(color)
        for block in reds.indices {
            let isIn = distances(block, target) .<= reach * reach
            guard any(isIn) else { continue }
            for lane in 0..<8 where isIn[lane] { indices.append(UInt8(truncatingIfNeeded: block * 8 + lane)) }
        }
    }

    private struct Target {
        let red: SIMD8<Float>
        let green: SIMD8<Float>
        let blue: SIMD8<Float>

        @inline(__always)
        init(_ color: Int32) {
            red = SIMD8(repeating: Float(color >> 16 & 255))
            green = SIMD8(repeating: Float(color >> 8 & 255))
            blue = SIMD8(repeating: Float(color & 255))
        }
    }

    @inline(__always)
    private func distances(_ block: Int, _ target: Target) -> SIMD8<Float> {
        let red = reds[block] - target.red
        let green = greens[block] - target.green
        let blue = blues[block] - target.blue
        return red * red + green * green + blue * blue
    }
}
