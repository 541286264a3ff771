extension AnimatedImage {
    /// An animated GIF with something drawn on every frame, in which frames that nothing drawn touches keep their coded bytes, and so their
    /// colours.
    ///
    /// - Parameters:
    ///   - cells: what is drawn on of a frame.
    ///   - canvas: the size of the result, as large as the frames or larger.
    ///   - origin: the place of the frames' top left corner on the canvas.
    ///   - draw: a frame with everything drawn on it, as large as the canvas. What is outside of the frame does not change with it.
    /// - Returns: `nil` when nothing can be kept: all frames are touched or changed otherwise, or the picture stands still.
    /// - Throws: what `draw` throws, and `ImageError` as `Frames.next()` does.
    package func encoded(
        patching cells: DrawnCells, canvas: PixelSize, origin: (x: Int, y: Int), drawing draw: (Image) throws -> Image
    ) throws -> Encoded? {
        guard case .gif(let bytes, let reader) = source, reader.frames.count > 1, size == reader.screen,
            reader.damage == nil, size == cells.size,
            // Where frames are taken away again, so are letters.
            reader.frames.allSatisfy({ $0.disposal == .keep || $0.disposal == .unspecified })
        else { return nil }
        let kept = reader.frames.enumerated().map { index, frame in
            index > 0 && reader.isWhole(frame) && !cells.isMarked(in: frame.rect)
        }
        guard kept.contains(true) else { return nil }
        var writer = try GIFPatchWriter(size: canvas, origin: origin, bytes, globalPalette: reader.globalPalette)
        var frames = try frames()
        for (frame, isKept) in zip(reader.frames, kept) {
            try ImageWork.checkpoint()
            guard let picture = try frames.next()?.image else { return nil }
            if isKept {
                ImageWork.step(.encoding) { writer.keep(frame, showing: picture) }
            } else {
                let drawn = try draw(picture)
                ImageWork.step(.encoding) { writer.write(drawn, delay: frame.delay) }
            }
        }
        return Encoded(
            bytes: writer.finish(loopCount: loopCount), size: canvas, warnings: warnings + frames.warnings)
    }
}

extension GIFReader {
    /// `true` if a frame lies on the screen, has colours, and its coded pixels are all there.
    fileprivate func isWhole(_ frame: GIFFrame) -> Bool {
        frame.isComplete && frame.palette ?? globalPalette != nil && frame.x + frame.size.width <= screen.width
            && frame.y + frame.size.height <= screen.height
    }
}

extension GIFFrame {
    fileprivate var rect: PixelRect { PixelRect(x: x, y: y, width: size.width, height: size.height) }
}
