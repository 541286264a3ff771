import PostcardImaging

/// The result of a scaling rule.
struct ScaledFrame: Sendable, Equatable {
    /// The scaling; `nil` if the size does not change.
    var resize: Resize?
    /// The part of the scaled picture to keep; `nil` for all of it.
    var crop: PixelRect?
    /// The size of the result in pixels.
    var size: PixelSize
    /// The box for the following steps.
    var box: PixelSize
    /// The number of result pixels per pixel in the URL.
    var density = 1.0
}
