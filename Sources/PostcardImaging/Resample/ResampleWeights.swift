import CCodecs
import PostcardCore

/// The source pixels of each pixel in a result row or column, and their weights.
struct ResampleWeights {
    /// First source pixel of each result pixel: even, and never decreasing.
    let starts: [Int32]
    /// Number of source pixels of each result pixel, at most `stride`: even, but for an odd last one.
    let counts: [Int]
    /// `stride` weights for each result pixel, which add up to 1 in the fixed point of the inner loops; those past its count are 0.
    let weights: [Int16]
    /// A multiple of four.
    let stride: Int

    /// Pixel centres lie at half positions on both grids, so that nothing shifts. `extent` is the number of source
    /// pixels that the result covers: `source`, or less where the last of them is not whole. `part` has the pixels of
    /// the result that are made. `prefilterFactor` is the number of stored pixels that each source pixel is the mean of, on a
    /// side: means have lost some of their detail, which the weights make up for.
    init(
        from source: Int, extent: Double, to target: Int, part: Range<Int>, filter: ResampleFilter,
        prefilterFactor: Int = 1
    ) {
        let ratio = extent / Double(target)
        let scale = max(1, ratio)
        let reach = filter.support * scale
        let gain = filter.keepsDetail ? Self.gain(afterPrefilter: prefilterFactor) : 0
        let margin = gain > 0 ? 1 : 0
        let most = min(source, (Int(reach.rounded(.up)) + margin) * 2 + 2)
        stride = (most + 3) & ~3
        var starts: [Int32] = []
        var counts: [Int] = []
        var weights = [Int16](repeating: 0, count: part.count * stride)
        starts.reserveCapacity(part.count)
        counts.reserveCapacity(part.count)
        var values = [Double](repeating: 0, count: stride)
        for index in 0..<part.count {
            let center = (Double(part.lowerBound + index) + 0.5) * ratio
            let first = min(source - 1, max(0, Int((center - reach).rounded(.down)) - margin)) & ~1
            let end = min(source, first + most, max(first + 1, (Int((center + reach).rounded(.up)) + margin + 1) & ~1))
            for offset in 0..<end - first { values[offset] = 0 }
            var sum = 0.0
            for position in first..<end {
                let value = filter.weight(at: (Double(position) + 0.5 - center) / scale)
                values[position - first] += value * (1 + 2 * gain)
                if gain > 0 {
                    for neighbor in [position - 1, position + 1] {
                        values[min(end - 1, max(first, neighbor)) - first] -= value * gain
                    }
                }
                sum += value
            }
            if sum == 0 {
                values[0] = 1
                sum = 1
            }
            // The next weight gets what one loses to rounding: the sum is exact, and so is that of a great many tiny ones.
            var (exact, rounded) = (0.0, 0.0)
            for offset in 0..<end - first {
                exact += values[offset] / sum * Double(1 << postcard_weight_bits)
                weights[index * stride + offset] = Int16(exact.rounded() - rounded)
                rounded = exact.rounded()
            }
            starts.append(Int32(first))
            counts.append(end - first)
        }
        self.starts = starts
        self.counts = counts
        self.weights = weights
    }

    /// The end of the source pixels of a result pixel.
    func end(_ index: Int) -> Int { Int(starts[index]) + counts[index] }

    /// The sharpening gain for pixels that are means of `count` stored pixels in a row: the weight taken from each neighbour.
    ///
    /// A mean differs from the sample in its middle by 1/24 of the second difference, up to terms of the fourth order (for a great
    /// many pixels; by 1 − 1/count² of that for few). 1/22 makes up for some of these too, at the frequencies that a result keeps.
    private static func gain(afterPrefilter count: Int) -> Double {
        (1 - 1 / Double(count * count)) / 22
    }
}

/// The size of a picture in pixels of which the last column and row need not be whole: 501 × 375 pixels at 1/8 of 4003 × 3000
/// stand for 500⅜ × 375.
struct PixelExtent: Equatable {
    let width: Double
    let height: Double
}

extension PixelExtent {
    init(_ size: PixelSize) {
        self.init(width: Double(size.width), height: Double(size.height))
    }

    init(_ size: PixelSize, scaledBy scale: Double) {
        self.init(width: Double(size.width) * scale, height: Double(size.height) * scale)
    }

    func divided(by divisor: Int) -> PixelExtent {
        PixelExtent(width: width / Double(divisor), height: height / Double(divisor))
    }
}

/// The weights by which new pixels are mixed from old ones. Positions are in pixels of the coarser of both grids.
public enum ResampleFilter: String, Sendable, CaseIterable {
    /// Sinc windowed by sinc over three lobes: the sharpest of these, and the default.
    case lanczos3
    /// Sinc windowed by sinc over two lobes.
    case lanczos2
    /// The cubic with B = 0, C = ½ of Mitchell and Netravali, "Reconstruction Filters in Computer Graphics", 1988.
    case catmullRom = "catmull-rom"
    /// The cubic with B = C = ⅓ of the same paper: softer, hardly any ringing.
    case mitchell
    /// Linear interpolation.
    case triangle
    /// The average of the area covered.
    case box

    /// The distance beyond which the weight is 0.
    var support: Double {
        switch self {
        case .box: 0.5
        case .triangle: 1
        case .catmullRom, .mitchell, .lanczos2: 2
        case .lanczos3: 3
        }
    }

    /// `true` if the filter has negative weights, to keep as much detail as the result can show.
    var keepsDetail: Bool { self != .box && self != .triangle }

    func weight(at position: Double) -> Double {
        let x = abs(position)
        return switch self {
        case .box: position >= -0.5 && position < 0.5 ? 1 : 0
        case .triangle: max(0, 1 - x)
        case .catmullRom: ResampleFilter.cubic(x, b: 0, c: 0.5)
        case .mitchell: ResampleFilter.cubic(x, b: 1.0 / 3, c: 1.0 / 3)
        case .lanczos2: ResampleFilter.lanczos(x, lobes: 2)
        case .lanczos3: ResampleFilter.lanczos(x, lobes: 3)
        }
    }

    private static func cubic(_ x: Double, b: Double, c: Double) -> Double {
        if x < 1 {
            return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6
        }
        guard x < 2 else { return 0 }
        return ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6
    }

    private static func lanczos(_ x: Double, lobes: Double) -> Double {
        x >= lobes ? 0 : Sine.sinc(x) * Sine.sinc(x / lobes)
    }
}
