/// Writes an animation of which some frames are taken over from another file as they are coded. The colours that all of those share stay
/// those of the file; frames that are coded anew have tables of their own.
struct GIFPatchWriter {
    private let size: PixelSize
    private let origin: (x: Int, y: Int)
    private let original: [UInt8]
    private let globalPalette: Range<Int>?
    private var frames: GIFFrameWriter

    /// Begins an animation of `size` on which the frames of the file `original` lie from `origin` on.
    init(
        size: PixelSize, origin: (x: Int, y: Int), _ original: [UInt8], globalPalette: Range<Int>?
    ) throws(ImageError) {
        try GIFWriter.check(size)
        self.size = size
        self.origin = origin
        self.original = original
        self.globalPalette = globalPalette
        frames = GIFFrameWriter(size: size, sharesTable: false)
    }

    /// Adds a picture as large as the animation.
    mutating func write(_ image: Image, delay: Int) {
        frames.write(image, delay: delay, next: nil)
    }

    /// Adds a frame as it is coded. `picture` is what the original shows with it.
    mutating func keep(_ frame: GIFFrame, showing picture: Image) {
        let flags = (frame.palette?.lowerBound ?? frame.dataOffset) - 1
        var end = frame.dataOffset + 1
        while end < original.count, original[end] > 0 { end += 1 + Int(original[end]) }
        frames.keep(frame, coded: original[flags..<min(original.count, end + 1)], showing: picture, origin: origin)
    }

    consuming func finish(loopCount: Int?) -> [UInt8] {
        let table = globalPalette.map { original[$0] } ?? []
        // The flags of the table: that it is there, and its length.
        let flags = globalPalette == nil ? 0x70 : 0xF0 | original[10] & 7
        return GIFWriter.file(size: size, flags: flags, table: table, loopCount: loopCount, body: frames.body)
    }
}

extension GIFFrameWriter {
    /// Adds a frame of another file, from the flags of its descriptor to the end of its pixels. `picture` is what that
    /// file shows with it; its top left corner lies on `origin`.
    fileprivate mutating func keep(
        _ frame: GIFFrame, coded: ArraySlice<UInt8>, showing picture: Image, origin: (x: Int, y: Int)
    ) {
        appendControl(delay: frame.delay, .keep, transparentIndex: frame.transparentIndex.map(UInt8.init))
        appendPlace(
            x: origin.x + frame.x, y: origin.y + frame.y, width: frame.size.width, height: frame.size.height)
        append(coded)
        let area = GIFArea(
            columns: frame.columns(onScreen: picture.size.width), rows: frame.rows(onScreen: picture.size.height))
        screen.show(picture, in: area, origin: origin)
    }
}
