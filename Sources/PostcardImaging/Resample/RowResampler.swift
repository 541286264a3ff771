/// Separable resampling of rows as they come: each is narrowed at once and added to the few result rows that it takes part
/// in, so that memory is a handful of result rows whatever the height.
///
/// Works on premultiplied values, so that hidden colour under transparent pixels never shows (Porter and Duff, 1984).
struct RowResampler {
    let source: PixelSize
    let target: PixelSize
    private let layout: PixelLayout
    private let isLinear: Bool
    private let horizontal: ResampleWeights
    private let vertical: ResampleWeights
    private var nextSourceRow = 0
    private var nextTargetRow = 0
    /// The source row, and the same narrowed to the result's width.
    private var wide: [SIMD4<Float>]
    private var narrow: [SIMD4<Float>]
    /// Sums of the result rows under way, as a ring.
    private var sums: [SIMD4<Float>]
    private let ringCount: Int

    init(
        from source: PixelSize, to target: PixelSize, filter: ResampleFilter, layout: PixelLayout,
        isLinear: Bool = false
    ) {
        self.source = source
        self.target = target
        self.layout = layout
        self.isLinear = isLinear && layout != .cmyk
        horizontal = ResampleWeights(from: source.width, to: target.width, filter: filter)
        vertical = ResampleWeights(from: source.height, to: target.height, filter: filter)
        wide = Array(repeating: .zero, count: source.width)
        narrow = Array(repeating: .zero, count: target.width)
        ringCount = RowResampler.mostRowsUnderWay(vertical, target.height)
        sums = Array(repeating: .zero, count: ringCount * target.width)
    }

    private static func mostRowsUnderWay(_ vertical: ResampleWeights, _ height: Int) -> Int {
        var most = 1
        var first = 0
        for row in 0..<height {
            while vertical.starts[first] + vertical.counts[first] <= vertical.starts[row] { first += 1 }
            most = max(most, row - first + 1)
        }
        return most
    }

    /// Takes the next source row and calls `emit` with each result row that it completes, from top to bottom; `emit` gives
    /// the place to write that row to.
    mutating func push(_ row: UnsafePointer<Int32>, emit: (Int) -> UnsafeMutablePointer<Int32>) {
        load(row)
        narrowRow()
        let y = nextSourceRow
        nextSourceRow += 1
        var rowIndex = nextTargetRow
        while rowIndex < target.height, vertical.starts[rowIndex] <= y {
            accumulate(
                into: rowIndex, weight: vertical.weights[rowIndex * vertical.stride + y - vertical.starts[rowIndex]])
            rowIndex += 1
        }
        while nextTargetRow < target.height, vertical.starts[nextTargetRow] + vertical.counts[nextTargetRow] == y + 1 {
            store(nextTargetRow, to: emit(nextTargetRow))
            nextTargetRow += 1
        }
    }

    private mutating func load(_ row: UnsafePointer<Int32>) {
        let isOpaque = layout == .opaque
        let keepsFourth = layout == .cmyk
        let isLinear = isLinear
        wide.withUnsafeMutableBufferPointer { wide in
            LinearLight.levels.withUnsafeBufferPointer { levels in
                for x in 0..<wide.count {
                    let bits = UInt32(bitPattern: row[x])
                    let bytes = SIMD4<UInt32>(bits, bits >> 8, bits >> 16, keepsFourth ? bits >> 24 : 0) & 255
                    var value = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
                    if isLinear {
                        value = SIMD4(levels[Int(bytes.x)], levels[Int(bytes.y)], levels[Int(bytes.z)], 0)
                    }
                    if !isOpaque && !keepsFourth {
                        let alpha = Float(127 - (bits >> 24 & 127)) * (1 / 127)
                        value *= alpha
                        value.w = alpha
                    }
                    wide[x] = value
                }
            }
        }
    }

    private mutating func narrowRow() {
        let weights = horizontal
        wide.withUnsafeBufferPointer { wide in
            narrow.withUnsafeMutableBufferPointer { narrow in
                weights.weights.withUnsafeBufferPointer { values in
                    for x in 0..<narrow.count {
                        let first = weights.starts[x]
                        let base = x &* weights.stride
                        var sum = SIMD4<Float>.zero
                        for offset in 0..<weights.counts[x] { sum += wide[first &+ offset] * values[base &+ offset] }
                        narrow[x] = sum
                    }
                }
            }
        }
    }

    private mutating func accumulate(into rowIndex: Int, weight: Float) {
        let width = target.width
        let base = rowIndex % ringCount * width
        narrow.withUnsafeBufferPointer { narrow in
            sums.withUnsafeMutableBufferPointer { sums in
                for x in 0..<width { sums[base &+ x] += narrow[x] * weight }
            }
        }
    }

    private mutating func store(_ rowIndex: Int, to row: UnsafeMutablePointer<Int32>) {
        let width = target.width
        let base = rowIndex % ringCount * width
        let layout = layout
        let isLinear = isLinear
        sums.withUnsafeMutableBufferPointer { sums in
            for x in 0..<width {
                let sum = sums[base + x]
                switch layout {
                case .opaque: row[x] = RowResampler.color(sum, isLinear)
                case .alpha: row[x] = RowResampler.pixel(sum, isLinear)
                case .cmyk: row[x] = RowResampler.inks(sum)
                }
                sums[base + x] = .zero
            }
        }
    }

    @inline(__always)
    private static func rounded(_ value: SIMD4<Float>) -> SIMD4<Int32> {
        SIMD4<Int32>((value + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
    }

    @inline(__always)
    private static func color(_ value: SIMD4<Float>, _ isLinear: Bool) -> Int32 {
        let bytes =
            isLinear
            ? SIMD4(LinearLight.byte(value.x), LinearLight.byte(value.y), LinearLight.byte(value.z), 0) : rounded(value)
        return bytes.z << 16 | bytes.y << 8 | bytes.x
    }

    @inline(__always)
    private static func inks(_ value: SIMD4<Float>) -> Int32 {
        let bytes = rounded(value)
        return bytes.w << 24 | bytes.z << 16 | bytes.y << 8 | bytes.x
    }

    @inline(__always)
    private static func pixel(_ value: SIMD4<Float>, _ isLinear: Bool) -> Int32 {
        let opacity = Int32(min(max(value.w * 127 + 0.5, 0), 127))
        guard opacity > 0 else { return 127 << 24 }
        return color(value / value.w, isLinear) | (127 - opacity) << 24
    }
}
