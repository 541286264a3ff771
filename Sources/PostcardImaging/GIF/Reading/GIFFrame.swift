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

/// Decodes the frames of a GIF file one after the other into the same memory.
struct GIFFrameDecoder {
    /// Colour indices in the order of the file. Longer than the frame when an earlier one was larger.
    private var indices: [UInt8] = []
    /// The number of `indices` that belong to the frame decoded last.
    private(set) var count = 0

    /// - Returns: why the frame is not whole, or `nil`.
    mutating func decode(_ frame: GIFFrame, in bytes: UnsafeRawBufferPointer) -> LZWDecoder.Failure? {
        let area = frame.size.area
        if indices.count < area { indices = [UInt8](repeating: 0, count: area) }
        let file = bytes.bindMemory(to: UInt8.self).span
        var pixels = indices.mutableSpan
        let result = LZWDecoder.decode(file, at: frame.dataOffset, to: &pixels, count: area)
        count = result.count
        return result.failure
    }

    /// The number of complete rows of the frame decoded last.
    func completeRows(of frame: GIFFrame) -> Int {
        frame.size.width == 0 ? 0 : count / frame.size.width
    }

    /// Hands the indices of row `y` of the frame decoded last to `body`, if they are there. A row of an interlaced
    /// frame that is missing is stood in for by the nearest one above it of an earlier pass.
    func withRow(_ y: Int, of frame: GIFFrame, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        let width = frame.size.width
        for pass in 0..<(frame.isInterlaced ? 4 : 1) {
            let row = (y >> pass) << pass
            let position = frame.isInterlaced ? GIFInterlace.position(of: row, height: frame.size.height) : row
            guard (position + 1) * width <= count else { continue }
            indices.withUnsafeBufferPointer {
                body(UnsafeBufferPointer(rebasing: $0[position * width..<(position + 1) * width]))
            }
            return
        }
    }
}
