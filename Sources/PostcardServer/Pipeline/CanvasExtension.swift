import PostcardImaging

/// An enlarged canvas behind a picture.
struct CanvasExtension: Sendable, Equatable {
    /// True if the canvas gets the aspect ratio of the box; false if it gets the size of the box.
    var isByShape: Bool
    var gravity: Gravity

    /// Returns the size of the canvas.
    func size(for shape: PictureShape) -> PixelSize {
        let (size, box) = (shape.size, shape.box)
        guard isByShape else {
            return PixelSize(width: max(size.width, box.width), height: max(size.height, box.height))
        }
        guard box.width > 0, box.height > 0 else { return size }
        let (across, down) = (Double(box.width) / Double(size.width), Double(box.height) / Double(size.height))
        func side(_ length: Int, _ one: Int, _ other: Int) -> Int {
            Int((Double(length) * (Double(one) / Double(other))).rounded())
        }
        if down > across {
            return PixelSize(width: size.width, height: max(size.height, side(size.width, box.height, box.width)))
        }
        if across > down {
            return PixelSize(width: max(size.width, side(size.height, box.width, box.height)), height: size.height)
        }
        return size
    }
}
