extension AnimatedImage {
    /// The numbers of frames that stand for all: the first, the last, and three between them.
    private var sampledFrames: Set<Int> {
        Set((0...4).map { $0 * (frameCount - 1) / 4 })
    }

    /// Frames that stand for all of them, for what is found out once and holds for all. All frames are decoded for that.
    ///
    /// - Parameter change: what is done to each of them.
    /// - Returns: what `change` made of them, in their order.
    /// - Throws: `ImageError` as ``Frames/next()`` does; what `change` throws.
    package func samples(_ change: (Image) throws -> Image) throws -> [Image] {
        let wanted = sampledFrames
        var frames = try frames()
        var index = 0
        var samples: [Image] = []
        while let frame = try frames.next() {
            try ImageWork.checkpoint()
            if wanted.contains(index) { samples.append(try change(frame.image)) }
            index += 1
        }
        return samples
    }
}
