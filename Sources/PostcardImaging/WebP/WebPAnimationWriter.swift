import CCodecs

/// Writes an animated WebP file frame by frame. Each frame contains and replaces only the rectangle that changes.
struct WebPAnimationWriter {
    private let size: PixelSize
    private let loopCount: Int?
    /// The quality of lossy frames; `nil` for lossless frames.
    private let quality: Int?
    private let exif: [UInt8]
    private var shown: Image?
    private var frames: [(x: Int, y: Int, delay: Int, file: [UInt8], blend: WebPMuxAnimBlend)] = []

    init(size: PixelSize, loopCount: Int?, quality: Int?, exif: [UInt8]) throws(ImageError) {
        try WebPWriter.check(size)
        self.size = size
        self.loopCount = loopCount
        self.quality = quality
        self.exif = exif
    }

    /// Adds a picture as large as the animation. `delay` is in milliseconds.
    mutating func append(_ image: Image, delay: Int) throws(ImageError) {
        let area = changedArea(of: image)
        let part = try image.cropped(to: area)
        var (file, blend) = (try coded(part), WEBP_MUX_NO_BLEND)
        if quality == nil, let changes = try shown?.cropped(to: area).changes(to: part) {
            let changes = try WebPWriter.bytes(of: changes, quality: nil, exif: [])
            if changes.count < file.count { (file, blend) = (changes, WEBP_MUX_BLEND) }
        }
        shown = image
        frames.append((area.x, area.y, min(0xFF_FFFF, max(0, delay)), file, blend))
    }

    /// Returns a file with part of a picture.
    private func coded(_ part: Image) throws(ImageError) -> [UInt8] {
        let file = try WebPWriter.bytes(of: part, quality: quality, exif: [])
        guard quality != nil, part.hasFewColors else { return file }
        let lossless = try WebPWriter.bytes(of: part, quality: nil, exif: [])
        return lossless.count < file.count ? lossless : file
    }

    /// Returns the rectangle in which a picture differs from the previous picture, with even left and top coordinates. The rectangle is the
    /// whole picture for the first frame, and a single pixel for an unchanged frame.
    private func changedArea(of image: Image) -> PixelRect {
        guard let shown else { return PixelRect(size) }
        let area = image.withRows { new in
            shown.withRows { old in PixelRect(in: size) { y, x in new[y][x] != old[y][x] } }
        }
        guard !area.isEmpty else { return PixelRect(x: 0, y: 0, width: 1, height: 1) }
        return PixelRect(columns: area.x & ~1..<area.columns.upperBound, rows: area.y & ~1..<area.rows.upperBound)
    }

    consuming func finish() throws(ImageError) -> [UInt8] {
        guard let shown else { throw ImageError(.encodingFailed, "An animation needs at least one picture.") }
        if frames.count == 1 { return try WebPWriter.bytes(of: shown, quality: quality, exif: exif) }
        // The total number of playbacks; 0 means endless.
        let plays = loopCount.map { $0 == 0 ? 0 : min(65_535, max(0, $0) + 1) } ?? 1
        let animation = try WebPWriter.muxed {
            $0.WebPNewInternal(WEBP_MUX_ABI_VERSION)
        } filling: { library, mux in
            var parameters = WebPMuxAnimParams(bgcolor: 0, loop_count: Int32(plays))
            var error = library.WebPMuxSetAnimationParams(mux, &parameters)
            var frame = WebPMuxFrameInfo()
            frame.id = WEBP_CHUNK_ANMF
            for (x, y, delay, file, blend) in frames where error == WEBP_MUX_OK {
                (frame.x_offset, frame.y_offset, frame.duration) = (Int32(x), Int32(y), Int32(delay))
                frame.blend_method = blend
                error = file.withUnsafeBufferPointer { file in
                    frame.bitstream = WebPData(bytes: file.baseAddress, size: file.count)
                    return library.WebPMuxPushFrame(mux, &frame, 1)
                }
            }
            guard error == WEBP_MUX_OK else { return error }
            return library.WebPMuxSetCanvasSize(mux, Int32(size.width), Int32(size.height))
        }
        return try exif.isEmpty ? animation : WebPWriter.setting("EXIF", to: exif, in: animation)
    }
}

extension Image {
    /// Returns a later picture of the same size, with transparency wherever the two are equal, which is often smaller; `nil` if it can't be
    /// drawn over this picture, because other parts of it are not opaque.
    fileprivate func changes(to later: Image) throws(ImageError) -> Image? {
        var result = later
        let clear = GDPixel.pack(.clear)
        var isOpaque = true
        try result.withMutableRows { new in
            withRows { old in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        if new[y][x] == old[y][x] {
                            new[y][x] = clear
                        } else if new[y][x] & 0x7F00_0000 != 0 {
                            isOpaque = false
                        }
                    }
                }
            }
        }
        result.isOpaque = false
        return isOpaque ? result : nil
    }

    /// True if the picture has no more colors than a GIF can store, plus some for the edges of text.
    fileprivate var hasFewColors: Bool {
        var colors: Set<Int32> = []
        return withRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width where x == 0 || rows[y][x] != rows[y][x - 1] {
                    if colors.insert(rows[y][x]).inserted, colors.count > 512 { return false }
                }
            }
            return true
        }
    }
}
