import PostcardCore

/// A change to an image's pixels that keeps its size.
///
/// Alpha is unchanged, except by ``mosaic(side:)``, which averages alpha.
public enum PixelFilter: Sendable, Hashable {
    /// New levels for each channel.
    case tone(ToneCurve)
    /// Spreads the levels of each channel evenly over the range: histogram equalization.
    case equalize
    /// Replaces colors with their luma.
    case grayscale(luma: Luma = .rec709)
    /// Multiplies the distances of the channels from the luma by a factor: 0 removes all color, and 1 changes nothing.
    case saturate(by: Double, luma: Luma = .rec709)
    /// Squares of a single color, the mean of the square's pixels. The side is in pixels, 1 (which changes nothing) to 1,000; other
    /// values are clamped.
    case mosaic(side: Int)
    /// Weighted sums of adjacent pixels.
    case convolution(ConvolutionKernel)
    /// Gray noise, which is the same for the same seed. The amount is the number of levels over which a value can vary: half down, half up.
    case noise(amount: Int, seed: UInt32)

    /// Returns a filter that makes a picture lighter or darker.
    ///
    /// - Parameter percent: the part of the full range that is added to all channels: -100 (black) to 100 (white).
    public static func brightness(percent: Double) -> PixelFilter {
        .tone(.tint(red: percent, green: percent, blue: percent))
    }

    /// Returns a filter for more or less contrast.
    ///
    /// - Parameter percent: -100 (gray) to 100 (four times the contrast).
    public static func contrast(percent: Double) -> PixelFilter { .tone(.contrast(percent: percent)) }

    /// Returns a filter for more or less color, with the luma of Rec. 709.
    ///
    /// - Parameter percent: -100 (gray) to 100 (twice the distance from gray).
    public static func saturation(percent: Double) -> PixelFilter { .saturate(by: 1 + percent / 100) }

    /// Each channel subtracted from white.
    public static let negative = PixelFilter.tone(.negative)
    /// A relief on middle gray.
    public static let emboss = PixelFilter.convolution(.emboss)
    /// Outlines on middle gray.
    public static let edges = PixelFilter.convolution(.edges)

    /// A string that is equal only for equal filters, like the recipe of ``Edit``.
    var recipe: String {
        switch self {
        case .tone(let curve): "tone \(curve.recipe)"
        case .equalize: "equalize"
        case .grayscale(let luma): "grayscale \(luma.recipe)"
        case .saturate(let factor, let luma): "saturate \(factor) \(luma.recipe)"
        case .mosaic(let side): "mosaic \(side)"
        case .convolution(let kernel): "convolution \(kernel.recipe)"
        case .noise(let amount, let seed): "noise \(amount) \(seed)"
        }
    }
}

extension Image {
    /// Returns the picture with a filter applied.
    ///
    /// - Throws: `ImageError` with code `outOfMemory` or, in a canceled ``MemoryBudget/run(_:_:)``, `interrupted`.
    public func filtered(_ filter: PixelFilter) throws(ImageError) -> Image {
        var result = self
        switch filter {
        case .tone(let curve): try curve.apply(to: &result)
        case .equalize: try ToneCurve.equalizing(self).apply(to: &result)
        case .grayscale(let luma): try result.mapColors { SIMD4(repeating: luma.level(of: $0)) }
        case .saturate(let factor, let luma):
            // Larger factors would change almost nothing, because channels are clamped.
            let factor = Float(min(10_000, max(-10_000, factor)))
            try result.mapColors { color in
                let middle = SIMD4(repeating: luma.level(of: color))
                return middle + (color - middle) * factor
            }
        case .mosaic(let side): try result.pixelate(side: min(1_000, max(1, side)))
        case .convolution(let kernel): return try convolved(kernel)
        case .noise(let amount, let seed):
            var random = SeededRandom(seed: UInt64(seed))
            let levels = min(amount, 510)
            guard levels > 0 else { break }
            try result.mapColors { $0 + Float(Int(random.next() % UInt64(levels)) - levels / 2) }
        }
        return result
    }

    /// Replaces each pixel, row by row from the top.
    @inline(__always)
    mutating func mapPixels(_ transform: (_ pixel: Int32) -> Int32) throws(ImageError) {
        let size = size
        try withMutableRows { rows throws(ImageError) in
            for y in 0..<size.height {
                try ImageWork.checkpoint(row: y, width: size.width)
                let row = rows[y]
                for x in 0..<size.width { row[x] = transform(row[x]) }
            }
        }
    }

    /// Replaces the color of each pixel. Channels are clamped, and alpha is unchanged.
    @inline(__always)
    private mutating func mapColors(_ transform: (SIMD4<Float>) -> SIMD4<Float>) throws(ImageError) {
        try mapPixels { GDPixel.pack(transform(GDPixel.channels($0)), transparency: $0 >> 24 & 127) }
    }

    /// Replaces squares with the mean of their pixels. Transparent pixels have no effect.
    private mutating func pixelate(side: Int) throws(ImageError) {
        let size = size
        var sums = [SIMD4<Int>](repeating: .zero, count: (size.width - 1) / side + 1)
        try withMutableRows { rows throws(ImageError) in
            for top in stride(from: 0, to: size.height, by: side) {
                let band = top..<min(size.height, top + side)
                for square in sums.indices { sums[square] = .zero }
                for y in band {
                    try ImageWork.checkpoint(row: y, width: size.width)
                    for square in sums.indices {
                        var sum = SIMD4<Int32>.zero
                        for x in square * side..<min(size.width, (square + 1) * side) {
                            let pixel = rows[y][x]
                            sum &+=
                                SIMD4(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255, 1) &* (127 - pixel >> 24 & 127)
                        }
                        sums[square] &+= SIMD4<Int>(truncatingIfNeeded: sum)
                    }
                }
                for square in sums.indices {
                    let left = square * side
                    let width = min(size.width, left + side) - left
                    let mean = GDPixel.mean(ofWeighted: sums[square], count: width * band.count)
                    for y in band { (rows[y] + left).update(repeating: mean, count: width) }
                }
            }
        }
    }
}
