import PostcardImaging

/// The size of a crop.
struct CropSize: Sendable, Equatable {
    /// The width in pixels or, if below 1, as a fraction of the picture's width; 0 for the full width.
    var width: Double
    /// The height in pixels or, if below 1, as a fraction of the picture's height; 0 for the full height.
    var height: Double

    func size(in picture: PixelSize) -> PixelSize {
        func side(_ wanted: Double, _ length: Int) -> Int {
            guard wanted > 0 else { return length }
            let pixels = wanted >= 1 ? Int(min(wanted, Double(length))) : Int((Double(length) * wanted).rounded())
            return min(length, max(1, pixels))
        }
        return PixelSize(width: side(width, picture.width), height: side(height, picture.height))
    }
}
