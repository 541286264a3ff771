import PostcardImaging

/// The sizes of a picture on its way through a pipeline, which are known before its pixels are.
struct PictureShape: Sendable {
    /// Pixels of the source.
    let source: PixelSize
    /// Pixels of the picture as it is now.
    var size: PixelSize
    /// The box that it was scaled into, for steps that fill it; 0 for a side that was not asked for.
    var box: PixelSize
    /// The origin of what trimming left, in the source.
    var trimmed: (x: Int, y: Int) = (0, 0)
    /// The part that a crop took of what trimming left; `nil` for all of it.
    var crop: PixelRect?
    /// Pixels of the result for each pixel that the address speaks of, for screens with many.
    var density = 1.0
    /// `true` if its size is known only when its edges have been looked for.
    var isUncertain = false

    init(source: PixelSize) {
        self.source = source
        size = source
        box = source
    }
}

/// The numbers of one scaling.
struct ScaledFrame: Sendable, Equatable {
    /// The change of size; `nil` when it stays as it is.
    var resize: Resize?
    /// The part that is kept of the scaled picture; `nil` for all of it.
    var crop: PixelRect?
    /// Pixels of the result.
    var size: PixelSize
    /// The box that steps after it see.
    var box: PixelSize
    /// Pixels of the result for each pixel that the address speaks of.
    var density = 1.0
}

/// A rule for the size of a picture.
///
/// Each scheme of addresses has its own numbers: where one rounds half a pixel to the even side, another rounds it up, and
/// clients count on sizes.
protocol ScalingRule: Sendable {
    /// The numbers for a picture.
    func frame(of shape: PictureShape) -> ScaledFrame

    /// `true` if the result cannot be larger than the box, whatever the shape of the picture.
    var isBounded: Bool { get }
}
