/// Averages squares of pixels as their rows arrive. Averaging is the first step toward a much smaller size, at a tenth of the resampler's
/// cost. The resampler then has at least three pixels for each pixel of the result, so the difference is not visible.
///
/// The four bytes of a pixel are averaged separately, so pixels with alpha are not supported.
struct RowShrinker {
    /// The side of a square, 1 to 16: sums of 256 bytes fit into 16 bits.
    let factor: Int
    let size: PixelSize
    let extent: PixelExtent
    private let source: PixelSize
    /// The sums of the unfinished squares, with two sums in each number: for bytes 0 and 2, and for bytes 1 and 3.
    private var evenSums: [UInt32]
    private var oddSums: [UInt32]
    private var row: [Int32]
    private var rowsRead = 0
    private var rowsInSums = 0

    private static let pair: UInt32 = 0x00FF_00FF
    private static let lowHalf: UInt32 = 0xFFFF

    /// `extent` is the size before `source` was rounded up.
    init(from source: PixelSize, extent: PixelExtent, to target: PixelSize) {
        let ratio = min(source.width / max(1, target.width), source.height / max(1, target.height))
        factor = min(16, max(1, ratio / 3))
        self.source = source
        size = PixelSize(
            width: (source.width + factor - 1) / factor, height: (source.height + factor - 1) / factor)
        self.extent = extent.divided(by: factor)
        evenSums = Array(repeating: 0, count: size.width * factor)
        oddSums = evenSums
        row = Array(repeating: 0, count: size.width)
    }

    /// Adds the next row, and calls `emit` if this row completes a result row.
    mutating func push(_ pixels: UnsafePointer<Int32>, emit: (UnsafePointer<Int32>) -> Void) {
        add(pixels)
        rowsRead += 1
        rowsInSums += 1
        guard rowsInSums == factor || rowsRead == source.height else { return }
        average()
        rowsInSums = 0
        row.withUnsafeBufferPointer { row in
            if let start = row.baseAddress { emit(start) }
        }
    }

    private mutating func add(_ pixels: UnsafePointer<Int32>) {
        let count = source.width
        evenSums.withUnsafeMutableBufferPointer { even in
            oddSums.withUnsafeMutableBufferPointer { odd in
                for x in 0..<count {
                    let bits = UInt32(bitPattern: pixels[x])
                    even[x] &+= bits & Self.pair
                    odd[x] &+= bits >> 8 & Self.pair
                }
            }
        }
    }

    private mutating func average() {
        let (factor, last, rows) = (factor, size.width - 1, rowsInSums)
        let whole = Self.reciprocal(factor * rows)
        let cut = Self.reciprocal((source.width - last * factor) * rows)
        evenSums.withUnsafeMutableBufferPointer { even in
            oddSums.withUnsafeMutableBufferPointer { odd in
                for x in 0...last {
                    var sums: (UInt32, UInt32) = (0, 0)
                    for position in x &* factor..<(x &+ 1) &* factor {
                        sums.0 &+= even[position]
                        sums.1 &+= odd[position]
                        even[position] = 0
                        odd[position] = 0
                    }
                    let part = x == last ? cut : whole
                    row[x] = Int32(bitPattern: Self.mean(sums.0, part) | Self.mean(sums.1, part) << 8)
                }
            }
        }
    }

    /// Returns half of `count` and 2²⁴ ÷ `count`, which give exact rounded quotients for 16-bit sums and a count of up to 256.
    private static func reciprocal(_ count: Int) -> (half: UInt64, factor: UInt64) {
        (UInt64(count / 2), UInt64(((1 << 24) + count - 1) / count))
    }

    @inline(__always)
    private static func mean(_ sums: UInt32, _ part: (half: UInt64, factor: UInt64)) -> UInt32 {
        let low = ((UInt64(sums & lowHalf) &+ part.half) &* part.factor) >> 24
        let high = ((UInt64(sums >> 16) &+ part.half) &* part.factor) >> 24
        return UInt32(truncatingIfNeeded: low | high << 16)
    }
}
