/// A URL scheme's rule for the size of a picture.
///
/// Clients depend on exact sizes, and the schemes round half a pixel differently: to even, or up.
protocol ScalingRule: Sendable {
    /// Returns the scaling of a picture.
    func frame(of shape: PictureShape) -> ScaledFrame

    /// True if the result is never larger than the box.
    var isBounded: Bool { get }
}
