extension Image {
    /// Returns a picture that fits into a box, upright and not enlarged. The file is decoded on a thread outside the cooperative pool. Only
    /// the pixels needed for that size are decoded.
    ///
    /// ```swift
    /// let thumbnail = try await Image.thumbnail(of: bytes, fitting: .square(256))
    /// ```
    ///
    /// - Parameters:
    ///   - file: the bytes of a file in any readable format.
    ///   - box: the maximum width and height in pixels.
    ///   - budget: the memory and the threads that the work shares with other work.
    /// - Throws: `ImageError` if the file is unsupported, damaged, truncated or too large; `CancellationError` if the task is canceled.
    @concurrent public static func thumbnail(
        of file: [UInt8], fitting box: PixelSize, limits: DecodingLimits = .default, budget: MemoryBudget = .shared
    ) async throws -> Image {
        let options = DecodingOptions(resize: Resize(into: box), limits: limits)
        return try await OpenedPicture(file).image(options: options, budget: budget).image
    }
}
