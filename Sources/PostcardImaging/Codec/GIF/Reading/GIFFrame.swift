/// One image of a GIF file as its headers describe it.
struct GIFFrame: Equatable {
    /// The rectangle on the screen. It may reach beyond the screen.
    var x = 0
    var y = 0
    var size = PixelSize(width: 0, height: 0)
    /// Hundredths of a second.
    var delay = 0
    var disposal = GIFDisposal.unspecified
    var transparentIndex: Int?
    var isInterlaced = false
    /// The range of its own colour table in the file, if it has one.
    var palette: Range<Int>?
    /// The offset of the byte that precedes the coded pixels in the file.
    var dataOffset = 0
    /// `true` if its coded pixels are all in the file.
    var isComplete = true

    /// The part of its columns that lies on a screen `width` pixels wide.
    func columns(onScreen width: Int) -> Range<Int> { min(x, width)..<min(x + size.width, width) }

    /// The part of its rows that lies on a screen `height` pixels high.
    func rows(onScreen height: Int) -> Range<Int> { min(y, height)..<min(y + size.height, height) }
}

/// The disposal of a frame's rectangle before the next frame is drawn (GIF89a, section 23).
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

/// The order of rows in an interlaced frame (GIF89a, appendix E): every eighth, the ones in the middle between these,
/// the ones between all these, and the odd ones.
enum GIFInterlace {
    /// The number of rows in the file before row `y`.
    static func position(of y: Int, height: Int) -> Int {
        let eighths = (height + 7) / 8
        let quarters = (height + 3) / 4
        let halves = (height + 1) / 2
        if y % 2 == 1 { return halves + y / 2 }
        if y % 4 == 2 { return quarters + y / 4 }
        return y % 8 == 4 ? eighths + y / 8 : y / 8
    }
}
