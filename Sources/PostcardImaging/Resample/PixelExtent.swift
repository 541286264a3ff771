/// The size of a picture whose last column and row can be fractions of pixels: at 1/8, a picture of 4003 × 3000 pixels becomes 501 × 375
/// pixels, with an extent of 500⅜ × 375.
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
