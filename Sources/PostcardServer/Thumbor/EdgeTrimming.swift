internal import PostcardImaging

/// Finds edges that are all of one colour.
struct EdgeTrimming {
    private let trim: ThumborRequest.Trim

    init(_ trim: ThumborRequest.Trim) { self.trim = trim }

    /// The remaining part; all of the picture when nothing would be left.
    func remainder(of image: Image) -> PixelRect {
        let (width, height) = (image.size.width, image.size.height)
        let edge = trim.fromBottomRight ? image[width - 1, height - 1] : image[0, 0]
        func isEdge(_ x: Int, _ y: Int) -> Bool {
            distance(image[x, y], edge) <= trim.tolerance * trim.tolerance
        }
        func isEdge(row y: Int) -> Bool { (0..<width).allSatisfy { isEdge($0, y) } }
        guard let top = (0..<height).first(where: { !isEdge(row: $0) }),
            let bottom = (0..<height).last(where: { !isEdge(row: $0) })
        else { return PixelRect(x: 0, y: 0, width: width, height: height) }
        func isEdge(column x: Int) -> Bool { (top...bottom).allSatisfy { isEdge(x, $0) } }
        let left = (0..<width).first { !isEdge(column: $0) } ?? 0
        let right = (0..<width).last { !isEdge(column: $0) } ?? width - 1
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    /// The square of the distance in RGB.
    private func distance(_ one: Color, _ other: Color) -> Int {
        func square(_ one: UInt8, _ other: UInt8) -> Int { (Int(one) - Int(other)) * (Int(one) - Int(other)) }
        return square(one.red, other.red) + square(one.green, other.green) + square(one.blue, other.blue)
    }
}
