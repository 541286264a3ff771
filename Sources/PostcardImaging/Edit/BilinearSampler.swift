/// Reads a picture's colors between its pixels. Pixels outside the picture are transparent, so its edges are soft.
struct BilinearSampler {
    let size: PixelSize

    /// Returns the libgd pixel at a position; the center of the first pixel is at 0.5, 0.5.
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
        return GDPixel.pack(premultiplied: sum)
    }

    private func premultiplied(_ rows: Image.Rows, _ x: Int, _ y: Int) -> SIMD4<Float> {
        x >= 0 && y >= 0 && x < size.width && y < size.height ? GDPixel.premultiplied(rows[y][x]) : .zero
    }
}
