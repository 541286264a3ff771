/// A separable Gaussian on premultiplied values. Edges go on as they are.
struct GaussianBlur {
    /// Weights from the middle outward, which add up to 1 with their mirror images.
    private let weights: [Float]

    /// - Parameter sigma: in pixels, above 0. Weights beyond three of it are too small to see.
    init(sigma: Double) {
        let reach = max(1, Int((3 * sigma).rounded(.up)))
        let values = (0...reach).map { GaussianBlur.exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = 2 * values.reduce(0, +) - values[0]
        weights = values.map { Float($0 / sum) }
    }

    /// eˣ for x ≤ 0, by halving and a series: the C library's differs between versions.
    static func exponential(_ x: Double) -> Double {
        var halvings = 0
        var part = x
        while part < -0.5 {
            part /= 2
            halvings += 1
        }
        var term = 1.0
        var sum = 1.0
        for order in 1...14 {
            term *= part / Double(order)
            sum += term
        }
        for _ in 0..<halvings { sum *= sum }
        return sum
    }

    func applied(to image: Image) throws(ImageError) -> Image {
        let size = image.size
        var result = try Image(uninitialized: size)
        var ring = [[SIMD4<Float>]]()
        let reach = weights.count - 1
        var wide = [SIMD4<Float>](repeating: .zero, count: size.width)
        var loaded = 0
        image.withRows { source in
            result.withMutableRows { target in
                for y in 0..<size.height {
                    while loaded <= min(size.height - 1, y + reach) {
                        load(source[loaded], into: &wide)
                        ring.append(smoothed(wide))
                        loaded += 1
                    }
                    let first = loaded - ring.count
                    store(to: target[y], count: size.width) { x in
                        var sum = ring[y - first][x] * weights[0]
                        for step in 1...reach {
                            sum += ring[max(0, y - step) - first][x] * weights[step]
                            sum += ring[min(size.height - 1, y + step) - first][x] * weights[step]
                        }
                        return sum
                    }
                    if y >= reach { ring.removeFirst() }
                }
            }
        }
        result.isOpaque = image.isOpaque
        return result
    }

    private func load(_ row: UnsafePointer<Int32>, into wide: inout [SIMD4<Float>]) {
        for x in wide.indices {
            let pixel = row[x]
            let alpha = Float(127 - (pixel >> 24 & 127)) / 127
            wide[x] = SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 1) * alpha
        }
    }

    private func smoothed(_ row: [SIMD4<Float>]) -> [SIMD4<Float>] {
        let last = row.count - 1
        return row.indices.map { x in
            var sum = row[x] * weights[0]
            for step in 1..<weights.count {
                sum += (row[max(0, x - step)] + row[min(last, x + step)]) * weights[step]
            }
            return sum
        }
    }

    private func store(to row: UnsafeMutablePointer<Int32>, count: Int, _ value: (Int) -> SIMD4<Float>) {
        for x in 0..<count {
            let sum = value(x)
            let opacity = min(127, Int32(sum.w * 127 + 0.5))
            guard opacity > 0 else {
                row[x] = 127 << 24
                continue
            }
            let color = SIMD4<Int32>((sum / sum.w + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
            row[x] = GDPixel.pack(red: color.x, green: color.y, blue: color.z, transparency: 127 - opacity)
        }
    }
}
