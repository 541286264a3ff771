internal import PostcardImaging

/// A caption drawn for pictures of one size, ready to be laid on as many of them as wanted, such as the frames of an animation.
public struct CaptionLettering: Sendable {
    let layers: [MaskLayers]
    /// What became of the caption.
    public let report: CaptionReport
}
