internal import PostcardImaging

extension ThumborRequest.Crop {
    func moved(x: Int, y: Int) -> Self {
        Self(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }

    func clamped(to size: PixelSize) -> Self {
        func limit(_ value: Int, _ most: Int) -> Int { min(max(0, value), most) }
        return Self(
            left: limit(left, size.width), top: limit(top, size.height), right: limit(right, size.width),
            bottom: limit(bottom, size.height))
    }
}
