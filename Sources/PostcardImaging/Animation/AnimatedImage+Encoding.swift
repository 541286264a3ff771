extension AnimatedImage {
    /// The bytes of an animated GIF with the same frames, delays and loop count.
    ///
    /// The same animation gives the same bytes. Comments and other extras of the file are not kept.
    ///
    /// - Throws: `ImageError` as `frames()` and `Frames.next()` do, or with code `encodingFailed` when a side is longer
    ///   than 65 535 pixels.
    public func encoded() throws(ImageError) -> [UInt8] {
        var encoder = try AnimationEncoder(size: size, loopCount: loopCount)
        var frames = try frames()
        while let frame = try frames.next() { try encoder.append(frame.image, delay: frame.delay) }
        return try encoder.finish()
    }

    /// The bytes of an animated GIF with the same delays and loop count, and each frame changed by `edit`.
    ///
    /// - Parameter edit: changes the picture of a frame but not its size; gets its number too, from 0. It may throw to
    ///   stop.
    /// - Throws: what `edit` throws, and `ImageError` as `encoded()` does.
    public func encoded(editing edit: (inout Image, _ index: Int) throws -> Void) throws -> [UInt8] {
        var encoder = try AnimationEncoder(size: size, loopCount: loopCount)
        var frames = try frames()
        var index = 0
        while var frame = try frames.next() {
            try edit(&frame.image, index)
            try encoder.append(frame.image, delay: frame.delay)
            index += 1
        }
        return try encoder.finish()
    }
}
