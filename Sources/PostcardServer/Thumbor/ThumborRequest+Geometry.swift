internal import PostcardImaging

extension ThumborRequest.HorizontalAlignment {
    /// 0 (left) to 1 (right).
    var share: Double {
        switch self {
        case .left: 0
        case .center: 0.5
        case .right: 1
        }
    }
}

extension ThumborRequest.VerticalAlignment {
    /// 0 (top) to 1 (bottom).
    var share: Double {
        switch self {
        case .top: 0
        case .middle: 0.5
        case .bottom: 1
        }
    }
}

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
