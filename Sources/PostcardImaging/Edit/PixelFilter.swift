import CGD

/// A change of a picture's pixels that keeps its size: brightness, contrast, a mosaic. libgd does the work, but for saturation, which
/// it does not have, and convolution, where it takes no account of transparency.
///
/// Transparency stays, but for the mosaic, which has the mean of it.
public struct PixelFilter: Sendable, Hashable {
    private enum Kind: Sendable, Hashable {
        case brightness(Int32)
        case contrast(Double)
        case saturation(Double)
        case tint(red: Int32, green: Int32, blue: Int32)
        case negative
        case mosaic(Int32)
        case convolution([Float], divisor: Float, offset: Float)
    }
    private let kind: Kind

    /// Lighter or darker: adds the same to all channels.
    ///
    /// - Parameter percent: -100 (black) to 100 (white); values beyond are brought into that range.
    public static func brightness(percent: Double) -> PixelFilter {
        PixelFilter(kind: .brightness(Int32((255 * clamped(percent) / 100).rounded())))
    }

    /// More or less contrast: distances from middle grey are multiplied by (1 + percent ÷ 100)².
    ///
    /// - Parameter percent: -100 (grey) to 100 (four times); values beyond are brought into that range.
    public static func contrast(percent: Double) -> PixelFilter { PixelFilter(kind: .contrast(clamped(percent))) }

    /// More or less colour: distances from the pixel's Rec. 709 luma are multiplied by 1 + percent ÷ 100.
    ///
    /// - Parameter percent: -100 (without colour) to 100 (twice the colour); values beyond are brought into that range.
    public static func saturation(percent: Double) -> PixelFilter { PixelFilter(kind: .saturation(clamped(percent))) }

    /// Adds to each channel.
    ///
    /// - Parameters:
    ///   - red: percent of the full range, -100 to 100; values beyond are brought into that range.
    ///   - green: as `red`.
    ///   - blue: as `red`.
    public static func tint(red: Double, green: Double, blue: Double) -> PixelFilter {
        func added(_ percent: Double) -> Int32 { Int32((255 * clamped(percent) / 100).rounded()) }
        return PixelFilter(kind: .tint(red: added(red), green: added(green), blue: added(blue)))
    }

    /// Each channel subtracted from white.
    public static let negative = PixelFilter(kind: .negative)

    /// A relief on middle grey.
    public static let emboss = PixelFilter(
        kind: .convolution([1.5, 0, 0, 0, 0, 0, 0, 0, -1.5], divisor: 1, offset: 127))

    /// Outlines on middle grey.
    public static let edges = PixelFilter(
        kind: .convolution([-1, 0, -1, 0, 4, 0, -1, 0, -1], divisor: 1, offset: 127))

    /// Squares of one colour each, their pixels' mean.
    ///
    /// - Parameter side: of a square in pixels, 1 (which changes nothing) to 1,000; others are brought into that range. libgd adds the
    ///   colours of a square up in 32 bits, and tries all of its places, also those outside of the picture.
    public static func mosaic(side: Int) -> PixelFilter {
        PixelFilter(kind: .mosaic(Int32(min(1_000, max(1, side)))))
    }

    /// Each pixel becomes a weighted sum of itself and its eight neighbours. Beyond an edge, the edge's pixels count again; in the place
    /// of a transparent neighbour, the pixel itself counts.
    ///
    /// - Parameters:
    ///   - weights: nine, row by row.
    ///   - divisor: divides the sum; not 0.
    ///   - offset: is added to the quotient, in levels of 255.
    /// - Returns: `nil` for another number of weights, a divisor of 0, or a number that is not finite.
    public static func convolution(_ weights: [Float], divisor: Float, offset: Float = 0) -> PixelFilter? {
        guard weights.count == 9, divisor != 0, (weights + [divisor, offset]).allSatisfy(\.isFinite) else { return nil }
        return PixelFilter(kind: .convolution(weights, divisor: divisor, offset: offset))
    }

    private static func clamped(_ percent: Double) -> Double { percent.isNaN ? 0 : min(100, max(-100, percent)) }
}

extension PixelFilter {
    /// - Throws: `ImageError` with code `unsupported` where libgd is missing, `outOfMemory`, or `interrupted`.
    func apply(to image: inout Image) throws(ImageError) {
        switch kind {
        case .saturation(let percent): try image.saturate(by: Int32((percent * 655.36).rounded()))
        case .brightness(let added):
            try Self.call(on: &image) { gdImageBrightness($0, added) }
        case .contrast(let percent):
            // libgd's numbers fall as the contrast grows.
            try Self.call(on: &image) { gdImageContrast($0, -percent) }
        case .tint(let red, let green, let blue):
            try Self.call(on: &image) { gdImageColor($0, red, green, blue, 0) }
        case .negative:
            try Self.call(on: &image) { gdImageNegate($0) }
        case .mosaic(let side):
            guard side > 1 else { return }
            let average = UInt32(GD_PIXELATE_AVERAGE.rawValue)
            try image.withWeightedPixels { image throws(ImageError) in
                try Self.call(on: &image, rows: Int(side)) { gdImagePixelate($0, side, average) }
            }
        case .convolution(let weights, let divisor, let offset):
            try image.convolve(weights.map { $0 / divisor }, offset: offset)
        }
    }

    /// Pixels between two questions whether the work is to go on.
    private static let strip = 1 << 18

    /// Calls a function that does not look beyond its pixel on one strip of the picture after the other, so that it can
    /// be stopped. `rows` is the number of rows that belong together.
    private static func call(
        on image: inout Image, rows: Int = 1, _ body: (gdImagePtr) -> Int32
    ) throws(ImageError) {
        let size = image.size
        let height = min(size.height, max(1, strip / size.width / rows) * rows)
        try image.withGD { gd throws(ImageError) in
            for y in stride(from: 0, to: size.height, by: height) {
                try ImageWork.checkpoint()
                var part = gd.pointee
                part.tpixels = gd.pointee.tpixels + y
                part.sy = Int32(min(height, size.height - y))
                part.cy2 = part.sy - 1
                // Results replace pixels; they are not blended with them.
                part.alphaBlendingFlag = 0
                guard body(&part) != 0 else { throw shortage(size) }
            }
        }
    }

    private static func shortage(_ size: PixelSize) -> ImageError {
        .outOfMemory("There is not enough memory to filter a picture of \(size) pixels.")
    }
}
