import CCodecs

/// Separable resampling of rows as they arrive. Each row is immediately resampled horizontally and added to the few result rows that need
/// it, so only a few result rows are in memory, whatever the height.
///
/// The resampler uses premultiplied values, so that colors of transparent pixels have no effect (Porter and Duff, 1984).
///
/// The resampler can also compute only part of the result, with the same pixels as in the whole result.
struct RowResampler {
    let source: PixelSize
    /// The size of the part to compute.
    let target: PixelSize
    private let layout: PixelLayout
    private let isLinear: Bool
    private let horizontal: ResampleWeights
    private let vertical: ResampleWeights
    private var nextSourceRow = 0
    private var nextTargetRow = 0
    /// Two source rows.
    private var wide: [Int16]
    private let wideCount: Int
    /// The source rows at the result's width, as a ring of all pairs of source rows that a result row needs. If there would be too many
    /// pairs, only one pair is kept, and pairs are added to the sums as they arrive.
    private var narrow: [Int16]
    private let pairCount: Int
    /// The number of values in a result row, rounded up to whole vectors.
    private let rowCount: Int
    /// The sums of unfinished result rows, as a ring; empty if source rows are kept.
    private var sums: [Int32] = []
    private var sumCount = 0
    /// A result row.
    private var mixed: [Int16]

    /// `extent` is the size before `source` was rounded up, in source pixels; `nil` if no rounding was needed. `target` is the size of the
    /// whole result. `part` is the part of the result to compute; `nil` for the whole result. `prefilterFactor` is the side of the squares
    /// of stored pixels that are averaged into one source pixel.
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
        // Weights are used in groups of four, the last of which can extend beyond the row.
        wideCount = (source.width + horizontal.stride + 4) * 4
        wide = Array(repeating: 0, count: 2 * wideCount)
        rowCount = (part.width * 4 + 15) & ~15
        mixed = Array(repeating: 0, count: rowCount)
        let pairs = ((vertical.counts.max() ?? 1) + 1) / 2
        pairCount = pairs <= Self.maximumPairs ? pairs : 1
        narrow = Array(repeating: 0, count: pairCount * 2 * rowCount)
        if pairs > Self.maximumPairs {
            sumCount = Self.maximumRowsUnderWay(vertical, part.height)
            sums = Array(repeating: 0, count: sumCount * rowCount)
        }
    }

    /// The maximum number of pairs of source rows that are kept.
    private static let maximumPairs = 16

    private static func maximumRowsUnderWay(_ vertical: ResampleWeights, _ height: Int) -> Int {
        var most = 1
        var first = 0
        for row in 0..<height {
            while vertical.end(first) <= Int(vertical.starts[row]) { first += 1 }
            most = max(most, row - first + 1)
        }
        return most
    }

    /// The source rows that the part needs. Other rows can be pushed without valid pixels.
    var sourceRows: Range<Int> {
        Int(vertical.starts[0])..<vertical.end(target.height - 1)
    }

    /// Adds the next source row. Calls `emit` for each completed row of the part, from top to bottom, to get the memory for that row.
    mutating func push(_ row: UnsafePointer<Int32>, emit: (Int) -> UnsafeMutablePointer<Int32>) {
        let y = nextSourceRow
        nextSourceRow += 1
        guard sourceRows.contains(y) else { return }
        load(row, y % 2)
        guard y % 2 == 1 || y + 1 == source.height else { return }
        narrowRows(y / 2)
        if !sums.isEmpty { addToSums(y / 2) }
        while nextTargetRow < target.height, vertical.end(nextTargetRow) == y + 1 {
            if sums.isEmpty { mixRows(nextTargetRow) } else { roundSums(nextTargetRow) }
            store(to: emit(nextTargetRow))
            nextTargetRow += 1
        }
    }

    private mutating func load(_ row: UnsafePointer<Int32>, _ number: Int) {
        let (layout, isPlain, count, base) = (layout, isPlain, source.width, number * wideCount)
        let levels = isLinear ? Self.light : Self.plain
        wide.withUnsafeMutableBufferPointer { wide in
            guard let start = wide.baseAddress else { return }
            let wide = start + base
            guard !isPlain else {
                return row.withMemoryRebound(to: UInt32.self, capacity: count) { postcard_row_spread($0, count, wide) }
            }
            let hasAlpha = layout == .alpha
            levels.withUnsafeBufferPointer { levels in
                for x in 0..<count {
                    let pixel = UInt32(bitPattern: row[x])
                    let pair = wide + (x / 2 * 8 + x % 2)
                    guard hasAlpha else {
                        func value(_ byte: UInt32) -> Int16 { Int16(truncatingIfNeeded: levels[Int(byte & 255)]) }
                        (pair[0], pair[2], pair[4]) = (value(pixel), value(pixel >> 8), value(pixel >> 16))
                        continue
                    }
                    let opacity = 127 - Int32(pixel >> 24 & 127)
                    func value(_ byte: UInt32) -> Int16 { Self.share(opacity, of: levels[Int(byte & 255)]) }
                    pair[0] = value(pixel)
                    pair[2] = value(pixel >> 8)
                    pair[4] = value(pixel >> 16)
                    pair[6] = Self.share(opacity, of: Self.white)
                }
            }
        }
    }

    /// The fixed-point values for the sRGB levels 0 to 255, in sRGB and in linear light.
    private static let plain = (0...255).map { Int32($0) << Int32(postcard_fraction_bits) }
    private static let light = SRGBCurve.levels.map {
        Int32(($0 * Float(1 << postcard_fraction_bits)).rounded())
    }
    /// The fixed-point value for level 255 and for full opacity.
    private static let white: Int32 = 255 << Int32(postcard_fraction_bits)

    /// Returns a value times an opacity of 0 to 127, rounded.
    @inline(__always)
    private static func share(_ opacity: Int32, of value: Int32) -> Int16 {
        Int16(truncatingIfNeeded: (value &* opacity &+ 63) / 127)
    }

    private mutating func narrowRows(_ pair: Int) {
        let base = pair % pairCount * 2 * rowCount
        narrow.withUnsafeMutableBufferPointer { narrow in
            guard let start = narrow.baseAddress else { return }
            postcard_rows_narrow(
                wide, wideCount, horizontal.starts, horizontal.weights, horizontal.stride, start + base, target.width)
        }
    }

    private mutating func addToSums(_ pair: Int) {
        sums.withUnsafeMutableBufferPointer { sums in
            vertical.weights.withUnsafeBufferPointer { weights in
                guard let start = sums.baseAddress, let weight = weights.baseAddress else { return }
                for row in nextTargetRow..<target.height {
                    let offset = 2 * pair - Int(vertical.starts[row])
                    guard offset >= 0 else { break }
                    postcard_rows_add(
                        narrow, weight + row * vertical.stride + offset, start + row % sumCount * rowCount, rowCount)
                }
            }
        }
    }

    private mutating func roundSums(_ row: Int) {
        let (base, count, shift) = (row % sumCount * rowCount, rowCount, shift)
        sums.withUnsafeMutableBufferPointer { sums in
            guard let start = sums.baseAddress else { return }
            postcard_sums_round(start + base, shift, &mixed, count)
            (start + base).update(repeating: 0, count: count)
        }
    }

    private mutating func mixRows(_ row: Int) {
        let shift = shift
        narrow.withUnsafeBufferPointer { narrow in
            vertical.weights.withUnsafeBufferPointer { weights in
                guard let start = narrow.baseAddress, let weight = weights.baseAddress else { return }
                let first = Int(vertical.starts[row]) / 2
                let pairs = (first..<(vertical.end(row) + 1) / 2).map {
                    Optional(start + $0 % pairCount * 2 * rowCount)
                }
                postcard_rows_mix(pairs, weight + row * vertical.stride, pairs.count, shift, &mixed, rowCount)
            }
        }
    }

    /// True if the values in result rows are the final sRGB levels.
    private var isPlain: Bool { layout != .alpha && !isLinear }

    /// The number of bits that are dropped from sums for result rows. Values for further computations keep their fraction.
    private var shift: Int32 {
        Int32(postcard_weight_bits + (isPlain ? postcard_fraction_bits : 0))
    }

    private mutating func store(to row: UnsafeMutablePointer<Int32>) {
        guard !isPlain else {
            return row.withMemoryRebound(to: UInt32.self, capacity: target.width) {
                postcard_row_pack(mixed, layout == .cmyk ? .max : 0xFF_FFFF, $0, target.width)
            }
        }
        let (isLinear, width) = (isLinear, target.width)
        mixed.withUnsafeBufferPointer { mixed in
            guard layout == .alpha else {
                return SRGBCurve.bytes.withUnsafeBufferPointer { bytes in
                    // One of the 255 levels corresponds to 257 of the 65,535 steps, and to 64 steps of the fixed-point values.
                    func level(_ light: Int16) -> Int32 {
                        Int32(bytes[Int(min(max(Int32(light), 0), Self.white) &* 257 &+ 32) >> postcard_fraction_bits])
                    }
                    for x in 0..<width {
                        row[x] = level(mixed[4 * x + 2]) << 16 | level(mixed[4 * x + 1]) << 8 | level(mixed[4 * x])
                    }
                }
            }
            for x in 0..<width {
                let opacity = Int32(mixed[4 * x + 3])
                let rounded = min(max((opacity &* 254 &+ Self.white) / (2 * Self.white), 0), 127)
                let scale = 255 / Float(max(opacity, 1))
                func level(_ channel: Int) -> Int32 {
                    let level = Float(mixed[4 * x + channel]) * scale
                    return isLinear ? SRGBCurve.byte(level) : Int32(min(max(level, 0), 255) + 0.5)
                }
                row[x] = rounded == 0 ? 127 << 24 : (127 - rounded) << 24 | level(2) << 16 | level(1) << 8 | level(0)
            }
        }
    }
}
