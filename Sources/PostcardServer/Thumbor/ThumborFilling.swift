internal import PostcardImaging

/// thumbor's `fill`: lays a picture that does not fill its box on something that does.
struct ThumborFilling {
    private let fill: ThumborFill
    private let underTransparent: Bool
    /// thumbor's own radius for the blurred background.
    private static let blurSigma = 50.0

    /// - Parameter underTransparent: whether the fill shows through transparent parts of the picture too.
    init(_ fill: ThumborFill, underTransparent: Bool) {
        self.fill = fill
        self.underTransparent = underTransparent
    }

    func filled(_ image: Image, box: PixelSize, check: (PixelSize) throws -> Void) throws -> Image {
        let canvas = PixelSize(
            width: box.width > 0 ? box.width : image.size.width,
            height: box.height > 0 ? box.height : image.size.height)
        try check(canvas)
        var result: Image
        switch fill {
        case .color(let color): result = try Image(size: canvas, fill: color)
        case .auto: result = try Image(size: canvas, fill: try Self.meanColor(image))
        case .blur: result = try image.blurred(sigma: Self.blurSigma).resized(to: canvas)
        }
        let origin = (x: (canvas.width - image.size.width) / 2, y: (canvas.height - image.size.height) / 2)
        if !underTransparent, !image.isOpaque {
            // The picture replaces what is under it, transparent parts included.
            return try image.surrounded(by: result, origin: origin)
        }
        result.lay(image, x: origin.x, y: origin.y)
        return result
    }

    private static func meanColor(_ image: Image) throws -> Color {
        let pixel = try image.resized(to: .square(1), filter: .box)
        return pixel[0, 0]
    }
}

extension Image {
    /// A canvas with the picture in it as it is, and `background` around it only.
    fileprivate func surrounded(by background: Image, origin: (x: Int, y: Int)) throws -> Image {
        var result = try Image(size: background.size)
        let (left, top) = (max(0, origin.x), max(0, origin.y))
        let right = min(result.size.width, left + size.width)
        let bottom = min(result.size.height, top + size.height)
        let strips = [
            PixelRect(x: 0, y: 0, width: result.size.width, height: top),
            PixelRect(x: 0, y: bottom, width: result.size.width, height: result.size.height - bottom),
            PixelRect(x: 0, y: top, width: left, height: bottom - top),
            PixelRect(x: right, y: top, width: result.size.width - right, height: bottom - top),
        ]
        for strip in strips where strip.width > 0 && strip.height > 0 {
            result.lay(try background.cropped(to: strip), x: strip.x, y: strip.y)
        }
        result.lay(self, x: origin.x, y: origin.y)
        return result
    }
}
