import PostcardImaging

/// The filling of a box around a picture that does not cover the box.
struct BoxFilling: Sendable, Equatable {
    enum Fill: Sendable, Equatable {
        case color(Color)
        /// The mean color of the picture.
        case meanColor
        /// The picture itself, blurred and stretched.
        case blur(sigma: Double)
    }

    var fill: Fill
    /// True if the filling also shows through transparent parts of the picture.
    var isUnderTransparent: Bool

    /// Returns the size of the canvas.
    func size(for shape: PictureShape) -> PixelSize {
        PixelSize(
            width: shape.box.width > 0 ? shape.box.width : shape.size.width,
            height: shape.box.height > 0 ? shape.box.height : shape.size.height)
    }

    func filled(_ image: Image, to canvas: PixelSize) throws -> Image {
        let background =
            switch fill {
            case .color(let color): try Image(size: canvas, fill: color)
            case .meanColor: try Image(size: canvas, fill: try image.opaqueMeanColor())
            case .blur(let sigma): try image.blurred(sigma: sigma).resized(to: canvas)
            }
        return try image.centered(on: background, keepsTransparency: !isUnderTransparent)
    }
}
