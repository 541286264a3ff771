/// A picture that is drawn on other pictures, for example a logo.
public struct Watermark: Sendable {
    /// The picture.
    public var image: Image
    /// The horizontal position: 0 at the left edge, 0.5 in the middle, 1 at the right edge.
    public var x: Double
    /// The vertical position: 0 at the top edge, 0.5 in the middle, 1 at the bottom edge.
    public var y: Double
    /// The distance from the edges, as a share of the shorter side of the base image; 0 to 0.5.
    public var margin: Double
    /// The maximum width and height, as a share of the width and height of the base image; 0 to 1. A smaller watermark is not enlarged.
    public var relativeSize: Double
    /// The opacity, 0 (invisible) to 1.
    public var opacity: Double

    /// Makes a watermark. By default, it is in the bottom right corner, and at most a quarter as wide and high as the base image.
    public init(
        _ image: Image, x: Double = 1, y: Double = 1, margin: Double = 0.02, relativeSize: Double = 0.25,
        opacity: Double = 1
    ) {
        self.image = image
        self.x = x
        self.y = y
        self.margin = margin
        self.relativeSize = relativeSize
        self.opacity = opacity
    }

    func applied(to picture: Image) throws(ImageError) -> Image {
        let (mark, x, y) = try placed(on: picture.size)
        var result = picture
        try result.draw(mark, x: x, y: y, opacity: opacity)
        return result
    }

    /// Returns the watermark scaled for a picture of `size`, and the position of its top left corner.
    func placed(on size: PixelSize) throws(ImageError) -> (mark: Image, x: Int, y: Int) {
        func part(_ side: Int) -> Int { max(1, Int((Double(side) * min(1, max(0, relativeSize))).rounded())) }
        let mark = try image.resized(
            Resize(into: PixelSize(width: part(size.width), height: part(size.height))))
        let edge = Double(min(size.width, size.height)) * min(0.5, max(0, margin))
        func offset(_ position: Double, _ side: Int, _ length: Int) -> Int {
            let room = max(0, Double(side - length) - 2 * edge)
            return Int((min(edge, Double(side - length) / 2) + room * min(1, max(0, position))).rounded())
        }
        return (mark, offset(x, size.width, mark.size.width), offset(y, size.height, mark.size.height))
    }
}
