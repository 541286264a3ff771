internal import PostcardImaging

/// thumbor's `fill`: the background of a picture that does not fill its box.
struct ThumborFilling {
    /// Of thumbor's blurred background.
    private static let sigma = ThumborFilter.blur(radius: 50, sigma: 50)

    private let fill: ThumborFill
    private let underTransparent: Bool

    /// `underTransparent` tells whether the fill shows through transparent parts of the picture too.
    init(_ fill: ThumborFill, underTransparent: Bool) {
        self.fill = fill
        self.underTransparent = underTransparent
    }

    /// `check` throws for a canvas that is too large.
    func filled(_ image: Image, box: PixelSize, check: (PixelSize) throws -> Void) throws -> Image {
        let canvas = PixelSize(
            width: box.width > 0 ? box.width : image.size.width,
            height: box.height > 0 ? box.height : image.size.height)
        try check(canvas)
        let background =
            switch fill {
            case .color(let color): try Image(size: canvas, fill: color)
            case .auto: try Image(size: canvas, fill: try image.meanColor())
            case .blur: try image.blurred(sigma: Self.sigma).resized(to: canvas)
            }
        return try image.centered(on: background, keepsTransparency: !underTransparent)
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
