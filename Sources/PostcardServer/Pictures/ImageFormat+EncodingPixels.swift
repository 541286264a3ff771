import PostcardImaging

extension ImageFormat {
    /// Pixels that are in memory while a picture is written, itself included: buffers of the encoders as pixels of four
    /// bytes, as measured. `size` is that of the picture.
    func encodingPixels(of size: PixelSize) -> Int {
        let factor =
            switch self {
            case .avif: 7
            case .gif: 5
            case .webp: 4
            default: 1
            }
        return size.area.multipliedClamped(by: factor)
    }
}

extension Int {
    /// For counts from 0, at most `Int.max`.
    func multipliedClamped(by factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }

    func addedClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
