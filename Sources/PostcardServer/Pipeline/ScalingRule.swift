/// A rule for the size of a picture, which differs between address schemes.
///
/// Clients depend on exact sizes, and the schemes round differently: half a pixel to the even side, or up.
protocol ScalingRule: Sendable {
    /// Returns the scaling of a picture.
    func frame(of shape: PictureShape) -> ScaledFrame

    /// True if the result is never larger than the box.
    var isBounded: Bool { get }
}
