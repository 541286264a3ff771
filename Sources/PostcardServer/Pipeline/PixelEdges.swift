import PostcardImaging

/// A part of a picture, defined by its edges in pixels.
struct PixelEdges: Sendable, Equatable {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    func moved(x: Int, y: Int) -> Self {
        Self(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }

    /// Returns the part within a picture; `nil` if it is empty.
    func clamped(to size: PixelSize) -> PixelRect? {
        func limit(_ value: Int, _ most: Int) -> Int { min(max(0, value), most) }
        let (left, top) = (limit(left, size.width), limit(top, size.height))
        let (right, bottom) = (limit(right, size.width), limit(bottom, size.height))
        guard left < right, top < bottom else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
