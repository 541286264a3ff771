/// A picture's colour between its pixels. Outside of it there is nothing, so that edges are soft.
struct BilinearSampler {
    private let size: PixelSize

    init(_ size: PixelSize) {
        self.size = size
    }

    /// The libgd pixel at a position; the centre of the first pixel is at 0.5, 0.5.
    func pixel(_ rows: Image.Rows, x: Double, y: Double) -> Int32 {
        let left = (x - 0.5).rounded(.down)
        let top = (y - 0.5).rounded(.down)
        guard left >= -1, top >= -1, left < Double(size.width), top < Double(size.height) else { return 127 << 24 }
        let right = Float(x - 0.5 - left)
        let below = Float(y - 0.5 - top)
        let column = Int(left)
        let row = Int(top)
        let sum =
            premultiplied(rows, column, row) * ((1 - right) * (1 - below))
            + premultiplied(rows, column + 1, row) * (right * (1 - below))
            + premultiplied(rows, column, row + 1) * ((1 - right) * below)
            + premultiplied(rows, column + 1, row + 1) * (right * below)
        let opacity = Int32(sum.w * 127 + 0.5)
        guard opacity > 0 else { return 127 << 24 }
        let color = SIMD4<Int32>((sum / sum.w + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)))
        return GDPixel.pack(red: color.x, green: color.y, blue: color.z, transparency: 127 - min(127, opacity))
    }

    private func premultiplied(_ rows: Image.Rows, _ x: Int, _ y: Int) -> SIMD4<Float> {
        guard x >= 0, y >= 0, x < size.width, y < size.height else { return .zero }
        let pixel = rows[y][x]
        let alpha = Float(127 - (pixel >> 24 & 127)) / 127
        return SIMD4(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255), 1) * alpha
    }
}
