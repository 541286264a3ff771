public import PostcardImaging

extension MemeFile {
    /// Makes a meme on a thread outside the cooperative pool.
    ///
    /// ```swift
    /// let meme = Meme.classic(top: "One does not simply", bottom: "ship on Friday")
    /// let job = MemeFile.Job(meme, on: try OpenedPicture(photo), encoding: .jpeg())
    /// let file = try await MemeFile.make(job)
    /// ```
    ///
    /// - Parameter budget: the memory and the threads that the work shares with other work.
    /// - Throws: `ImageError` if the base image can't be decoded, or if the result would be larger than ``Job/limits`` or
    ///   ``Job/destination`` allows. `MemeError` as for ``Meme/rendered(on:fonts:limits:)``. `CancellationError`.
    @concurrent public static func make(_ job: Job, budget: MemoryBudget = .shared) async throws -> MemeFile {
        try await budget.run(job.estimatedBytes) { try job.runWithinLimits() }
    }
}

extension MemeFile.Job {
    /// Makes the file for `destination`, if it is set. The result has at most as many pixels as the limits allow.
    fileprivate func runWithinLimits() throws -> MemeFile {
        var job = self
        job.pixelLimit = min(pixelLimit, limits.pixels)
        guard let destination else { return try job.run() }
        let usual = destination.rule(moves: try destination.moving != nil && moves).format
        if encoding.format != usual, encoding.format != destination.still.format {
            job.encoding = try EncodingOptions(format: usual).withMetadata(encoding.metadata)
        }
        return try job.run(for: destination)
    }

    /// True if the base image is animated, or if captions appear over time.
    package var moves: Bool { get throws { try meme.isTimed || base.animation(for: .gif, options: options) != nil } }

    /// The approximate memory, in bytes, for the base image, all layers and the result.
    var estimatedBytes: Int {
        var (framing, encoding, options) = (framing, encoding, options)
        if let rule = destination?.rule(moves: base.mayBeAnimated || meme.isTimed) {
            framing = rule.shape.framing(of: base.header.size, crop: framing.crop)
            encoding = (try? EncodingOptions(format: rule.format)) ?? encoding
        }
        // Cropping requires decoding all pixels.
        if framing.crop == nil { options.resize = framing.resize }
        let decoding = base.estimatedBytes(options, as: encoding)
        // An overlay is at most as large as its box. The size of a surround is known only after layout. A shape can cover the whole
        // picture.
        var share = meme.overlays.reduce(0) { $1.picture == nil ? $0 : $0 + abs($1.box.width * $1.box.height) }
        if meme.surround != nil || !meme.above.isEmpty || !meme.below.isEmpty { share += 2 }
        if !meme.shapes.isEmpty { share += 2 }
        let size = framing.size(for: base.header.size)
        // A picture that does not fill its box is drawn over a blurred copy.
        let drawing = 4 * (share * Double(size.area) + 2 * Double(framing.box?.area ?? 0))
        let processes = meme.overlays.map { overlay in
            if case .bytes(let bytes)? = overlay.picture { limits.processMemory(for: bytes) } else { 0 }
        }
        return Int(min(1e15, Double(decoding + (processes.max() ?? 0)) + max(0, drawing)))
    }
}
