/// A decoded tile.
protocol HEIFTile {
    /// Copies pixels of a row, as `0xRRGGBB`, starting at `x`, which must be even.
    func row(_ y: Int, from x: Int, into row: UnsafeMutablePointer<Int32>, count: Int)
}

extension HEIFTile {
    /// True if all pixels are white, which means opaque in an alpha picture.
    func isWhite(of size: PixelSize) throws(ImageError) -> Bool {
        let line = try PixelBuffer(PixelSize(width: size.width, height: 1))
        return (0..<size.height).allSatisfy { y in
            row(y, from: 0, into: line.pixels, count: size.width)
            return (0..<size.width).allSatisfy { line.pixels[$0] & 255 == 255 }
        }
    }
}
