/// The treatment of a frame's rectangle before the next frame is drawn.
enum FrameDisposal: Int {
    /// The frame stays.
    case keep = 0
    /// The rectangle becomes transparent.
    case clear = 1
    /// The rectangle is restored to its content before the frame was drawn.
    case restore = 2
}
