extension Mask {
    /// The mask softened by a Gaussian, three of its deviations further on each side. What lies beyond the canvas is left out.
    ///
    /// - Throws: `ImageError` with code `interrupted`.
    package func blurred(sigma: Double, on canvas: PixelSize) throws(ImageError) -> Mask {
        guard sigma > 0, width > 0, height > 0 else { return self }
        let reach = Int((3 * sigma).rounded(.up))
        let (left, top) = (max(0, x - reach), max(0, y - reach))
        let (right, bottom) = (min(canvas.width, x + width + reach), min(canvas.height, y + height + reach))
        guard left < right, top < bottom else { return Mask(x: 0, y: 0, width: 0, height: 0) }
        var result = Mask(x: left, y: top, width: right - left, height: bottom - top)
        // The rectangle round both, with nothing at its edges, which go on.
        let origin = (x: min(left, x - 1), y: min(top, y - 1))
        let size = PixelSize(
            width: max(right, x + width + 1) - origin.x, height: max(bottom, y + height + 1) - origin.y)
        try GaussianBlur(sigma: sigma).apply(to: size) { line, row in
            row.withUnsafeMutableBufferPointer { $0.update(repeating: .zero) }
            let line = line + origin.y - y
            guard 0..<height ~= line else { return }
            for column in 0..<width { row[column + x - origin.x].x = Float(coverage[line * width + column]) }
        } store: { line, row in
            let line = line + origin.y - top
            guard 0..<result.height ~= line else { return }
            for column in 0..<result.width {
                let value = row[column + left - origin.x].x
                result.coverage[line * result.width + column] = UInt8(min(255, max(0, value + 0.5)))
            }
        }
        return result
    }
}
