/// Rows of a picture that is put together from tiles: only those beside each other are in memory at once.
final class HEIFGridReader: RowReader {
    private let transform: HEIFTransform
    private let colors: HEIFGridBand
    private let opacity: HEIFGridBand?
    /// A buffer for the opacity of a row.
    private let alphaRow: PixelBuffer?
    private let isPremultiplied: Bool
    private var rowsRead = 0
    let colorSpace: ColorSpace
    var size: PixelSize { transform.size }
    var isOpaque: Bool { opacity == nil }

    /// `opacity` has the size of the colours.
    init(
        _ transform: HEIFTransform, colors: HEIFGridBand, opacity: HEIFGridBand?, isPremultiplied: Bool,
        colorSpace: ColorSpace
    ) throws(ImageError) {
        self.transform = transform
        self.colors = colors
        self.opacity = opacity
        self.isPremultiplied = isPremultiplied
        self.colorSpace = colorSpace
        alphaRow = opacity == nil ? nil : try PixelBuffer(PixelSize(width: transform.size.width, height: 1))
    }

    func finish() throws(ImageError) {
        if let damage = colors.decoder.damage ?? opacity?.decoder.damage { throw damage }
    }

    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let start = transform.start(ofRow: rowsRead)
        let count = size.width
        try colors.copy(from: start, by: transform.across, to: row, count: count)
        rowsRead += 1
        guard let opacity, let alpha = alphaRow?.row(0) else { return }
        try opacity.copy(from: start, by: transform.across, to: alpha, count: count)
        Premultiplication.combine(row, alpha: alpha, count: count, isPremultiplied: isPremultiplied)
    }
}
