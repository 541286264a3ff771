// Old names of this module, until other modules use the new ones.

extension Image {
    package mutating func lay(_ other: Image, x: Int, y: Int, opacity: Double = 1) throws(ImageError) {
        try draw(other, x: x, y: y, opacity: opacity)
    }

    package func turned(_ orientation: Orientation) throws(ImageError) -> Image { try oriented(orientation) }

    package func encoded(_ options: EncodingOptions) throws(ImageError) -> [UInt8] { try encoded(as: options) }

    package func resized(
        to target: PixelSize, filter: ResampleFilter = .lanczos3, linearLight: Bool
    ) throws(ImageError) -> Image {
        try resized(to: target, filter: filter, inLinearLight: linearLight)
    }

    package func resized(
        _ resize: Resize, filter: ResampleFilter = .lanczos3, linearLight: Bool
    ) throws(ImageError) -> Image {
        try resized(resize, filter: filter, inLinearLight: linearLight)
    }
}
