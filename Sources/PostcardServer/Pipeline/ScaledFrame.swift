import PostcardImaging

/// The result of a scaling rule.
struct ScaledFrame: Sendable, Equatable {
    /// The scaling; `nil` where the size stays.
    var resize: Resize?
    /// The part of the scaled picture that is kept; `nil` for all of it.
    var crop: PixelRect?
    /// The size of the result in pixels.
    var size: PixelSize
    /// The box for the following steps.
    var box: PixelSize
    /// The pixels of the result for each pixel of the address.
    var density = 1.0
}
