import PostcardImaging

/// The background of a picture that does not fill its box.
struct BoxFilling: Sendable, Equatable {
    enum Fill: Sendable, Equatable {
        case color(Color)
        /// The mean colour of the picture.
        case meanColor
        /// The picture itself, blurred by so much and stretched.
        case blur(sigma: Double)
    }

    var fill: Fill
    /// `true` if the fill shows through transparent parts of the picture too.
    var isUnderTransparent: Bool

    /// The size of the canvas for a picture.
    func size(for shape: PictureShape) -> PixelSize {
        PixelSize(
            width: shape.box.width > 0 ? shape.box.width : shape.size.width,
            height: shape.box.height > 0 ? shape.box.height : shape.size.height)
    }

    func filled(_ image: Image, to canvas: PixelSize) throws -> Image {
        let background =
            switch fill {
            case .color(let color): try Image(size: canvas, fill: color)
            case .meanColor: try Image(size: canvas, fill: try image.meanColor())
            case .blur(let sigma): try image.blurred(sigma: sigma).resized(to: canvas)
            }
        return image.centered(on: background, keepsTransparency: !isUnderTransparent)
    }
}

extension Image {
    /// The mean of the colours, as an opaque one.
    func meanColor() throws -> Color {
        var color = try resized(to: .square(1), filter: .box)[0, 0]
        color.alpha = 255
        return color
    }
}
