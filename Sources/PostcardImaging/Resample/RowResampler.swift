/// Separable resampling of rows as they come: each is narrowed at once and added to the few result rows that it takes part
/// in, so that memory is a handful of result rows whatever the height.
///
/// Works on premultiplied values, so that hidden colour under transparent pixels never shows (Porter and Duff, 1984).
///
/// It can make a part of the result only, with the same pixels as in the whole result.
struct RowResampler {
    let source: PixelSize
    /// The size of the part that is made.
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
    /// Sums of the result rows under way; or narrowed source rows, where fewer of those have to be kept. As a ring.
    private var ring: [SIMD4<Float>]
    private let ringCount: Int
    /// `true` if the ring holds source rows.
    private let keepsSource: Bool

    /// `extent` is the size that `source` is rounded up from, in its pixels; `nil` when all of them are whole. `target`
    /// is the size of the whole result. `part` is the part of the result that is made; `nil` for all of it. `prefilterFactor`
    /// is the side of the squares of stored pixels that the source's are the means of.
    init(
        from source: PixelSize, extent: PixelExtent? = nil, to target: PixelSize, part: PixelRect? = nil,
        filter: ResampleFilter, layout: PixelLayout, isLinear: Bool = false, prefilterFactor: Int = 1
    ) {
        let extent = extent ?? PixelExtent(source)
        let part = part ?? PixelRect(target)
        self.source = source
        self.target = part.size
        self.layout = layout
        self.isLinear = isLinear && layout != .cmyk
        horizontal = ResampleWeights(
            from: source.width, extent: extent.width, to: target.width, part: part.columns,
            filter: filter, prefilterFactor: prefilterFactor)
        vertical = ResampleWeights(
            from: source.height, extent: extent.height, to: target.height, part: part.rows,
            filter: filter, prefilterFactor: prefilterFactor)
        // Weights come in fours, of which the last may lie past the row.
        wide = Array(repeating: .zero, count: source.width + horizontal.stride)
        narrow = Array(repeating: .zero, count: part.width)
        // A row that is made much higher takes part in a great many others, but few take part in each of those.
        let (sums, sources) = (Self.maximumRowsUnderWay(vertical, part.height), vertical.counts.max() ?? 1)
        keepsSource = sources < sums
        ringCount = min(sums, sources)
        ring = Array(repeating: .zero, count: ringCount * part.width)
    }

    private static func maximumRowsUnderWay(_ vertical: ResampleWeights, _ height: Int) -> Int {
        var most = 1
        var first = 0
        for row in 0..<height {
            while vertical.starts[first] + vertical.counts[first] <= vertical.starts[row] { first += 1 }
            most = max(most, row - first + 1)
        }
        return most
    }

    /// The source rows that the part is made of; others may be pushed, but need not come with their pixels.
    var sourceRows: Range<Int> {
        vertical.starts[0]..<vertical.starts[target.height - 1] + vertical.counts[target.height - 1]
    }

    /// Takes the next source row and calls `emit` with each row of the part that it completes, from top to bottom; `emit` gives
    /// the place to write that row to.
    mutating func push(_ row: UnsafePointer<Int32>, emit: (Int) -> UnsafeMutablePointer<Int32>) {
        let y = nextSourceRow
        nextSourceRow += 1
        guard sourceRows.contains(y) else { return }
        load(row)
        narrowRow()
        if keepsSource { keep(y) } else { addToSums(y) }
        while nextTargetRow < target.height, vertical.starts[nextTargetRow] + vertical.counts[nextTargetRow] == y + 1 {
            if keepsSource { gather(nextTargetRow) }
            store(nextTargetRow, to: emit(nextTargetRow))
            nextTargetRow += 1
        }
    }

    private mutating func addToSums(_ y: Int) {
        var rowIndex = nextTargetRow
        while rowIndex < target.height, vertical.starts[rowIndex] <= y {
            accumulate(
                into: rowIndex, weight: vertical.weights[rowIndex * vertical.stride + y - vertical.starts[rowIndex]])
            rowIndex += 1
        }
    }

    private mutating func keep(_ y: Int) {
        let (width, base) = (target.width, y % ringCount * target.width)
        narrow.withUnsafeBufferPointer { narrow in
            ring.withUnsafeMutableBufferPointer { ring in
                for x in 0..<width { ring[base &+ x] = narrow[x] }
            }
        }
    }

    /// Adds up the source rows of a result row, in the same order as they come.
    private mutating func gather(_ rowIndex: Int) {
        let width = target.width
        let (first, count) = (vertical.starts[rowIndex], vertical.counts[rowIndex])
        narrow.withUnsafeMutableBufferPointer { narrow in
            narrow.update(repeating: .zero)
            ring.withUnsafeBufferPointer { ring in
                for offset in 0..<count {
                    let weight = vertical.weights[rowIndex * vertical.stride + offset]
                    let base = (first + offset) % ringCount * width
                    for x in 0..<width { narrow[x] += ring[base &+ x] * weight }
                }
            }
        }
    }

    private mutating func load(_ row: UnsafePointer<Int32>) {
        if layout != .alpha && !isLinear { return loadAsStored(row) }
        let hasAlpha = layout == .alpha
        let isLinear = isLinear
        let count = source.width
        wide.withUnsafeMutableBufferPointer { wide in
            SRGBCurve.levels.withUnsafeBufferPointer { levels in
                for x in 0..<count {
                    let bytes = RowResampler.bytes(row[x])
                    var value =
                        isLinear
                        ? SIMD4(levels[Int(bytes.x)], levels[Int(bytes.y)], levels[Int(bytes.z)], 0)
                        : RowResampler.numbers(bytes)
                    if hasAlpha {
                        let alpha = Float(127 - bytes.w & 127) * (1 / 127)
                        value *= alpha
                        value.w = alpha
                    }
                    wide[x] = value
                }
            }
        }
    }

    private mutating func loadAsStored(_ row: UnsafePointer<Int32>) {
        let count = source.width
        wide.withUnsafeMutableBufferPointer { wide in
            for x in 0..<count { wide[x] = RowResampler.numbers(RowResampler.bytes(row[x])) }
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
                        // Four sums, so that no addition waits for the one before it.
                        var sums = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
                        for offset in stride(from: 0, to: weights.counts[x], by: 4) {
                            let (source, factor) = (first &+ offset, base &+ offset)
                            sums.0 += wide[source] * values[factor]
                            sums.1 += wide[source &+ 1] * values[factor &+ 1]
                            sums.2 += wide[source &+ 2] * values[factor &+ 2]
                            sums.3 += wide[source &+ 3] * values[factor &+ 3]
                        }
                        narrow[x] = (sums.0 + sums.1) + (sums.2 + sums.3)
                    }
                }
            }
        }
    }

    private mutating func accumulate(into rowIndex: Int, weight: Float) {
        let width = target.width
        let base = rowIndex % ringCount * width
        narrow.withUnsafeBufferPointer { narrow in
            ring.withUnsafeMutableBufferPointer { sums in
                for x in 0..<width { sums[base &+ x] += narrow[x] * weight }
            }
        }
    }

    private mutating func store(_ rowIndex: Int, to row: UnsafeMutablePointer<Int32>) {
        let (width, layout, isLinear) = (target.width, layout, isLinear)
        guard !keepsSource else {
            return narrow.withUnsafeBufferPointer { Self.store($0, layout, isLinear, to: row) }
        }
        let base = rowIndex % ringCount * width
        ring.withUnsafeMutableBufferPointer { ring in
            let sums = UnsafeMutableBufferPointer(rebasing: ring[base..<base + width])
            Self.store(UnsafeBufferPointer(sums), layout, isLinear, to: row)
            sums.update(repeating: .zero)
        }
    }

    private static func store(
        _ sums: UnsafeBufferPointer<SIMD4<Float>>, _ layout: PixelLayout, _ isLinear: Bool,
        to row: UnsafeMutablePointer<Int32>
    ) {
        for x in sums.indices {
            switch layout {
            case .opaque: row[x] = color(sums[x], isLinear)
            case .alpha: row[x] = pixel(sums[x], isLinear)
            case .cmyk: row[x] = inks(sums[x])
            }
        }
    }

    // Conversions are spelt out because the standard library's generic ones are not always specialised.

    /// Blue, green, red and the fourth byte.
    @inline(__always)
    private static func bytes(_ pixel: Int32) -> SIMD4<UInt8> {
        let bits = UInt32(bitPattern: pixel)
        func low(_ value: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value) }
        return SIMD4(low(bits), low(bits >> 8), low(bits >> 16), low(bits >> 24))
    }

    @inline(__always)
    private static func numbers(_ bytes: SIMD4<UInt8>) -> SIMD4<Float> {
        SIMD4(Float(bytes.x), Float(bytes.y), Float(bytes.z), Float(bytes.w))
    }

    /// The nearest of 0 to 255, halves up.
    @inline(__always)
    private static func rounded(_ value: SIMD4<Float>) -> SIMD4<Int32> {
        var value = value + 0.5
        value.replace(with: 0, where: value .< 0)
        value.replace(with: 255, where: value .> 255)
        // Beyond 2²³ there are no fractions, and the low bits are the number; a number rounded up is then one too large.
        let shifted = value + 8_388_608
        let isAbove = shifted - 8_388_608 .> value
        let bits = unsafeBitCast(shifted, to: SIMD4<Int32>.self) & 0x1FF
        return bits &- SIMD4<Int32>(repeating: 0).replacing(with: 1, where: isAbove)
    }

    @inline(__always)
    private static func color(_ value: SIMD4<Float>, _ isLinear: Bool) -> Int32 {
        let bytes =
            isLinear
            ? SIMD4(SRGBCurve.byte(value.x), SRGBCurve.byte(value.y), SRGBCurve.byte(value.z), 0) : rounded(value)
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
