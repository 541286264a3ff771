/// What happens to a frame's rectangle before the next frame is drawn (GIF89a, section 23).
enum GIFDisposal: Int {
    /// Nothing said; as `keep`.
    case unspecified = 0
    /// The frame stays.
    case keep = 1
    /// The rectangle becomes transparent. The specification says "background colour", which no browser uses.
    case clear = 2
    /// The rectangle gets back what it held before the frame.
    case restore = 3

    /// Some old encoders count from one bit further up and write 4 for `restore`; browsers take it so. 5 to 7 mean
    /// nothing.
    init(code: Int) {
        self = code == 4 ? .restore : GIFDisposal(rawValue: code) ?? .unspecified
    }
}
