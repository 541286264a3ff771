import PostcardImaging

/// The area for turned text: the base image, or the box of the text where that reaches beyond the image.
///
/// A box turns with its text, so text that fills a box at the picture's edge would leave the picture. It is moved inwards as far as
/// it has to be, its middle no further than to the other side of its box, and is made smaller only where that is not enough.
struct RotatedTextArea {
    /// The margin at the image's edges where the box leaves as much, in fractions of the image.
    private static let inset = 0.03
    /// The widths that are tried, in parts of the widest text that fits.
    private static let widths = [1, 0.85, 0.7, 0.5, 0.35]

    let rotation: Rotation
    private let area: Rectangle
    private let box: Rectangle

    /// `origin` is the position of the picture's top left corner on the canvas. `staysInBox` tells whether the text
    /// must not leave its box, either.
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

    /// The size of the bounding box of a turned rectangle of `size`.
    func extent(of size: SIMD2<Double>) -> SIMD2<Double> {
        if rotation.isNone { return size }
        let (cosine, sine) = (abs(rotation.cosine), abs(rotation.sine))
        return SIMD2(cosine * size.x + sine * size.y, sine * size.x + cosine * size.y)
    }

    /// `true` if a turned rectangle of `size` has room.
    func holds(_ size: SIMD2<Double>) -> Bool {
        // Half a pixel for rounding.
        all(extent(of: size) .<= maximum + 0.5)
    }

    /// Rectangles that have room when they are turned, from wide to narrow; none larger than `size`.
    func rectangles(within size: SIMD2<Double>) -> [SIMD2<Double>] {
        let (cosine, sine) = (abs(rotation.cosine), abs(rotation.sine))
        // `along` of a side of length 1 comes to lie in a direction that has `room` left.
        func limit(_ room: Double, _ along: Double) -> Double { along > 1e-9 ? max(0, room) / along : .infinity }
        let widest = min(size.x, limit(maximum.x, cosine), limit(maximum.y, sine))
        return Self.widths.map { share in
            let width = widest * share
            let height = min(limit(maximum.x - cosine * width, sine), limit(maximum.y - sine * width, cosine))
            return SIMD2(width, min(size.y, height))
        }
    }

    /// The middle nearest to `wanted` of a turned rectangle of `size` that has room.
    func center(near wanted: SIMD2<Double>, of size: SIMD2<Double>) -> SIMD2<Double> {
        let half = pointwiseMin(extent(of: size), area.high - area.low) / 2
        return wanted.clamped(lowerBound: area.low + half, upperBound: area.high - half)
    }

    /// The maximum extent of turned text.
    private var maximum: SIMD2<Double> {
        pointwiseMin(area.high - area.low, pointwiseMin(box.high - area.low, area.high - box.low) * 2)
    }
}
