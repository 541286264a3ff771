import PostcardImaging

/// The mark that distinguishes videos from pictures: a white triangle in a dark disk with a white rim.
enum PlayMark {
    /// Draws the mark in the center of a picture, with a radius of 12% of the picture's shorter side.
    static func draw(on image: inout Image) throws(ImageError) {
        let radius = max(5, Double(min(image.size.width, image.size.height)) * 0.12)
        let center = (x: Double(image.size.width) / 2, y: Double(image.size.height) / 2)
        let reach = Int(radius.rounded(.up)) + 1
        for y in max(0, Int(center.y) - reach)..<min(image.size.height, Int(center.y) + reach + 1) {
            for x in max(0, Int(center.x) - reach)..<min(image.size.width, Int(center.x) + reach + 1) {
                let ink = ink(x: Double(x) - center.x, y: Double(y) - center.y, radius: radius)
                guard ink.dark + ink.light > 0 else { continue }
                try image.setColor(blend(image[x, y], dark: ink.dark, light: ink.light), x: x, y: y)
            }
        }
    }

    /// Returns the picture for a video without a readable frame.
    static func placeholder(longEdge: Int) throws(ImageError) -> Image {
        let size = PixelSize(width: longEdge, height: max(1, longEdge * 9 / 16))
        var image = try Image(size: size, fill: Color(red: 58, green: 62, blue: 70))
        for y in 0..<size.height {
            // Draw a gradient that is lighter at the top.
            let shade = UInt8(36 * (size.height - y) / size.height)
            let color = Color(red: 46 + shade, green: 50 + shade, blue: 58 + shade)
            for x in 0..<size.width { try image.setColor(color, x: x, y: y) }
        }
        try draw(on: &image)
        return image
    }

    /// Returns the fractions of a pixel that the dark disk and the light mark cover, from 4 × 4 sample points.
    private static func ink(x: Double, y: Double, radius: Double) -> (dark: Double, light: Double) {
        var dark = 0.0
        var light = 0.0
        for row in 0..<4 {
            for column in 0..<4 {
                let px = x + (Double(column) + 0.5) / 4
                let py = y + (Double(row) + 0.5) / 4
                let distance = (px * px + py * py).squareRoot() / radius
                guard distance <= 1 else { continue }
                let isTriangle = px >= -0.28 * radius && abs(py) <= (0.56 * radius - px) * 0.6
                if isTriangle || distance > 0.9 { light += 1.0 / 16 } else { dark += 1.0 / 16 }
            }
        }
        return (dark, light)
    }

    private static func blend(_ color: Color, dark: Double, light: Double) -> Color {
        func mix(_ value: UInt8) -> UInt8 {
            let shaded = Double(value) * (1 - 0.62 * dark)
            return UInt8((shaded + (250 - shaded) * 0.94 * light).rounded())
        }
        return Color(red: mix(color.red), green: mix(color.green), blue: mix(color.blue))
    }
}
