import PostcardImaging

/// The padding around a picture, in pixels before scaling by the density.
struct CanvasPadding: Sendable, Equatable {
    var top = 0
    var right = 0
    var bottom = 0
    var left = 0

    /// Returns the padding in result pixels.
    func scaled(by density: Double) -> Self {
        func side(_ pixels: Int) -> Int { Int((Double(pixels) * density).rounded(.toNearestOrEven)) }
        return Self(top: side(top), right: side(right), bottom: side(bottom), left: side(left))
    }

    func size(around size: PixelSize) -> PixelSize {
        PixelSize(width: size.width + left + right, height: size.height + top + bottom)
    }
}
