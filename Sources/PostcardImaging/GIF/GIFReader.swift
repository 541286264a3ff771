/// The frames of a GIF file, found and checked against the limits before any pixel is decoded.
struct GIFReader {
    /// The size of every composited frame. As in Chrome, a screen too small for the first frame grows to contain it. Parts of later frames
    /// beyond the screen are cut off.
    let screen: PixelSize
    /// The frames in file order, at least one.
    let frames: [GIFFrame]
    let globalPalette: Range<Int>?
    /// The number of repetitions after the first playback; 0 means endless, and `nil` means no repetition.
    let loopCount: Int?
    /// Tolerated damage after or within the last frame.
    let damage: ImageError?

    /// - Parameters:
    ///   - limits: the limits for all frames together, or for the first frame if `isStill` is true.
    ///   - recovers: true to return the complete frames of a truncated file, and the readable part of the last frame.
    ///   - isStill: true to find only the first frame. Damage after the first frame is then reported only in `damage`.
    /// - Throws: `ImageError` with code `limitExceeded` as soon as the headers read so far exceed a limit. With code `truncated` or
    ///   `damaged`, the message states the number of complete frames.
    init(
        _ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, recovers: Bool, isStill: Bool = false
    ) throws(ImageError) {
        try limits.check(byteCount: bytes.count)
        var scanner = try GIFScanner(bytes)
        var screen = scanner.statedScreen
        var frames: [GIFFrame] = []
        var pixels = 0
        var damage: ImageError?
        var lacksOnlyEnd = false
        do {
            while let frame = try scanner.next() {
                if isStill, !frames.isEmpty { continue }
                if frames.isEmpty { screen = try GIFReader.screen(screen, holding: frame) }
                frames.append(frame)
                pixels += max(screen.area, frame.size.area)
                try limits.check(frameCount: frames.count)
                try limits.check(pixelCount: pixels, size: screen, frames: frames.count)
            }
        } catch let error where error.code != .limitExceeded && !frames.isEmpty {
            lacksOnlyEnd = error.code == .truncated && scanner.isAfterFrame && GIFReader.isWhole(frames.last, bytes)
            damage = GIFReader.describe(error, frames, screen, bytes)
        }
        guard let first = frames.first else { throw .damaged("The GIF file contains no picture.") }
        if let damage, !recovers, !lacksOnlyEnd, !isStill || !first.isComplete { throw damage }
        self.screen = screen
        self.frames = frames
        self.damage = damage
        globalPalette = scanner.globalPalette
        loopCount = scanner.loopCount
    }

    /// Reads the header of the picture, which states the size of the first frame.
    static func header(of bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageHeader {
        var scanner = try GIFScanner(bytes)
        guard let frame = try scanner.next() else { throw .damaged("The GIF file contains no picture.") }
        let size = try screen(scanner.statedScreen, holding: frame)
        // XMP can be before or after the frames.
        while scanner.xmp == nil, (try? scanner.next()) != nil {}
        return ImageHeader(format: .gif, storedSize: size, metadata: Metadata(exif: nil, xmp: scanner.xmp))
    }

    private static func screen(_ stated: PixelSize, holding frame: GIFFrame) throws(ImageError) -> PixelSize {
        let screen = PixelSize(
            width: max(stated.width, frame.rect.columns.upperBound),
            height: max(stated.height, frame.rect.rows.upperBound))
        guard screen.width > 0, screen.height > 0 else {
            throw .damaged("The GIF file specifies a size of 0 pixels.")
        }
        return screen
    }

    /// True if all pixels of a frame are in the file. As in browsers, the end code after the pixels can be missing.
    private static func isWhole(_ frame: GIFFrame?, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let frame, !frame.isComplete else { return frame != nil }
        var decoder = GIFFrameDecoder()
        return decoder.decode(frame, in: bytes) == nil
    }

    /// Adds the numbers of complete frames and rows in the file to the message of `error`.
    private static func describe(
        _ error: ImageError, _ frames: [GIFFrame], _ screen: PixelSize, _ bytes: UnsafeRawBufferPointer
    ) -> ImageError {
        guard let last = frames.last else { return error }
        let complete = last.isComplete ? frames.count : frames.count - 1
        var parts = complete == 0 ? [] : ["\(complete) complete frame\(complete == 1 ? "" : "s")"]
        if !last.isComplete {
            var decoder = GIFFrameDecoder()
            _ = decoder.decode(last, in: bytes)
            parts.append("\(decoder.completeRows(of: last)) of \(last.size.height) rows of frame \(frames.count)")
        }
        return error.withMessage("\(error.message) It has \(parts.joined(separator: " and ")).")
    }
}
