/// The frames of a GIF file, found and bounded before any pixel is decoded.
struct GIFReader {
    /// The size of every composed frame. As in Chrome, a screen too small for the first frame grows to hold it; what
    /// later frames have beyond is cut off.
    let screen: PixelSize
    /// In file order, at least one.
    let frames: [GIFFrame]
    let globalPalette: Range<Int>?
    /// 0 for endless, `nil` for once.
    let loopCount: Int?
    /// The damage behind the last frame, or within it, when that is forgiven.
    let damage: ImageError?

    /// - Parameters:
    ///   - limits: for all frames together, or for the first one where no other is wanted.
    ///   - recovers: whether a file that stops early gives the frames that are there, and a part of the last.
    ///   - isStill: whether only the first frame is wanted: damage behind it is then told by `damage` and is no error.
    /// - Throws: `ImageError` with code `limitExceeded` as soon as the headers read so far ask for too much,
    ///   `truncated` or `damaged` when the file is, and says how much of it is there.
    init(
        _ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, recovers: Bool, isStill: Bool = false
    ) throws(ImageError) {
        try limits.check(byteCount: bytes.count)
        var scanner = try GIFScanner(bytes)
        var screen = scanner.statedScreen
        var frames: [GIFFrame] = []
        var pixels = 0
        var damage: ImageError?
        do {
            while let frame = try scanner.next() {
                if isStill, !frames.isEmpty { continue }
                if frames.isEmpty { screen = try GIFReader.screen(screen, holding: frame) }
                frames.append(frame)
                pixels += max(screen.area, frame.size.area)
                try limits.check(frameCount: frames.count)
                try limits.check(pixelCount: (pixels, false), size: screen, frames: frames.count)
            }
        } catch let error where error.code != .limitExceeded && !frames.isEmpty {
            damage = GIFReader.describe(error, frames, screen, bytes)
        }
        guard let first = frames.first else { throw .damaged("The GIF file has no picture in it.") }
        if let damage, !recovers, !isStill || !first.isComplete { throw damage }
        self.screen = screen
        self.frames = frames
        self.damage = damage
        globalPalette = scanner.globalPalette
        loopCount = scanner.loopCount
    }

    /// The size of the picture, from the first frame's header.
    static func header(of bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageHeader {
        var scanner = try GIFScanner(bytes)
        guard let frame = try scanner.next() else { throw .damaged("The GIF file has no picture in it.") }
        let size = try screen(scanner.statedScreen, holding: frame)
        return ImageHeader(format: .gif, storedSize: size, metadata: Metadata())
    }

    private static func screen(_ stated: PixelSize, holding frame: GIFFrame) throws(ImageError) -> PixelSize {
        let screen = PixelSize(
            width: max(stated.width, frame.x + frame.size.width),
            height: max(stated.height, frame.y + frame.size.height))
        guard screen.width > 0, screen.height > 0 else {
            throw .damaged("The GIF file says that its picture has no pixels.")
        }
        return screen
    }

    /// Adds to `error` how much of the file is there.
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
        return ImageError(error.code, "\(error.message) It has \(parts.joined(separator: " and ")).")
    }
}

/// A GIF file as a picture that stands still: its first frame. `AnimatedImage` has them all.
struct GIFFile: ImageFile {
    private let bytes: UnsafeRawBufferPointer
    let header: ImageHeader

    init(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
        self.bytes = bytes
        header = try GIFReader.header(of: bytes)
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        try GIFRowReader(bytes, limits: options.limits, recovers: options.recover)
    }
}

/// The first frame of a GIF file as rows, for pictures that do not move.
final class GIFRowReader: RowReader {
    private let frame: GIFFrame
    private let decoder: GIFFrameDecoder
    private let palette: [Int32]
    private var rowsRead = 0
    let size: PixelSize
    let isOpaque: Bool
    /// Damage anywhere in the file, as far as it is no error.
    let warnings: [String]

    /// Decodes the frame at once, to a byte a pixel.
    ///
    /// - Throws: `ImageError` for damage and excess of the first frame; damage behind it is a warning.
    init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, recovers: Bool = false) throws(ImageError) {
        let reader = try GIFReader(bytes, limits: limits, recovers: recovers, isStill: true)
        let frame = reader.frames[0]
        var decoder = GIFFrameDecoder()
        var errors = reader.damage.map { [$0] } ?? []
        if let failure = decoder.decode(frame, in: bytes) {
            let error = failure.error(inFrame: 0, of: reader, completeRows: decoder.completeRows(of: frame))
            // A picture of which nothing is there is not saved.
            guard recovers, decoder.completeRows(of: frame) > 0 else { throw error }
            // A file that stops within its only frame has been told of already.
            if frame.isComplete { errors.append(error) }
        }
        self.frame = frame
        self.decoder = decoder
        size = reader.screen
        palette = GIFColor.table(at: frame.palette ?? reader.globalPalette, in: bytes)
        isOpaque = GIFRowReader.isOpaque(frame, decoder, on: reader.screen)
        warnings = errors.map(\.message)
    }

    private static func isOpaque(_ frame: GIFFrame, _ decoder: GIFFrameDecoder, on screen: PixelSize) -> Bool {
        let columns = frame.columns(onScreen: screen.width)
        guard columns == 0..<screen.width, frame.rows(onScreen: screen.height) == 0..<screen.height else {
            return false
        }
        return (0..<screen.height).allSatisfy { y in
            var isOpaque = false
            decoder.withRow(y, of: frame) { indices in
                isOpaque = !columns.contains { Int(indices[$0]) == frame.transparentIndex }
            }
            return isOpaque
        }
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        let y = rowsRead
        rowsRead += 1
        if !isOpaque { row.update(repeating: GIFColor.transparent, count: size.width) }
        let columns = frame.columns(onScreen: size.width)
        guard frame.rows(onScreen: size.height).contains(y) else { return }
        decoder.withRow(y - frame.y, of: frame) { indices in
            for x in 0..<columns.count {
                let index = Int(indices[x])
                if index != frame.transparentIndex { row[columns.lowerBound + x] = palette[index] }
            }
        }
    }
}
