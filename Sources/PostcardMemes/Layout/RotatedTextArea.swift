import PostcardImaging

/// The area for rotated text: the base image, extended where the text's box extends beyond the image.
///
/// A box rotates with its text, so text that fills a box at the picture's edge would leave the picture. The text is moved inward as far as
/// needed, but the middle of the text stays within its box. The text is made smaller only if moving it is not enough.
struct RotatedTextArea {
    /// The margin at the image's edges, if the box leaves that much space, as a fraction of the image.
    private static let inset = 0.03
    /// The widths that are tried, as fractions of the widest text that fits.
    private static let widths = [1, 0.85, 0.7, 0.5, 0.35]

    let rotation: Rotation
    private let area: Rectangle
    private let box: Rectangle

    /// `origin` is the position of the picture's top left corner on the canvas. `staysInBox` is true if the text must not leave its box.
    init(_ caption: Caption, on size: PixelSize, origin: SIMD2<Double>, staysInBox: Bool) {
        rotation = Rotation(degrees: caption.angle)
        let box = Rectangle(caption.box, on: size.vector)
        let margin = pointwiseMin(box.low, size.vector - box.high)
            .clamped(lowerBound: .zero, upperBound: size.vector * Self.inset)
        let area = Rectangle(
            low: pointwiseMin(box.low, margin), high: pointwiseMax(box.high, size.vector - margin))
        self.area = (staysInBox ? box : area).moved(by: origin)
        self.box = box.moved(by: origin)
    }

    /// Returns the size of the bounding box of a rectangle of `size` after rotation.
    func extent(of size: SIMD2<Double>) -> SIMD2<Double> {
        if rotation.isNone { return size }
        let (cosine, sine) = (abs(rotation.cosine), abs(rotation.sine))
        return SIMD2(cosine * size.x + sine * size.y, sine * size.x + cosine * size.y)
    }

    /// Returns true if a rectangle of `size` fits after rotation.
    func fits(_ size: SIMD2<Double>) -> Bool {
        // Half a pixel allows for rounding.
        all(extent(of: size) .<= maximum + 0.5)
    }

    /// Returns rectangles that fit after rotation, from wide to narrow, none of them larger than `size`.
    func rectangles(within size: SIMD2<Double>) -> [SIMD2<Double>] {
        let (cosine, sine) = (abs(rotation.cosine), abs(rotation.sine))
        // Returns the maximum length of a side that fits into `room` if a side of length 1 extends `along` in this direction.
        func limit(_ room: Double, _ along: Double) -> Double { along > 1e-9 ? max(0, room) / along : .infinity }
        let widest = min(size.x, limit(maximum.x, cosine), limit(maximum.y, sine))
        return Self.widths.map { share in
            let width = widest * share
            let height = min(limit(maximum.x - cosine * width, sine), limit(maximum.y - sine * width, cosine))
            return SIMD2(width, min(size.y, height))
        }
    }

    /// Returns the center of a rotated rectangle of `size` that fits, as near to `wanted` as possible.
    func center(near wanted: SIMD2<Double>, of size: SIMD2<Double>) -> SIMD2<Double> {
        let half = pointwiseMin(extent(of: size), area.high - area.low) / 2
        return wanted.clamped(lowerBound: area.low + half, upperBound: area.high - half)
    }

    /// The maximum extent of rotated text.
    private var maximum: SIMD2<Double> {
        pointwiseMin(area.high - area.low, pointwiseMin(box.high - area.low, area.high - box.low) * 2)
    }
}
