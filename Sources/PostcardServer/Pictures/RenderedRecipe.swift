internal import HTTPTypes
internal import PostcardImaging
internal import PostcardLibrary

/// A picture that is made in one go of files that are in memory together.
protocol RenderedRecipe: PictureRecipe {
    /// How many pixels are in memory at the same time while the picture is made, about: those of sources, of steps between, of
    /// the result and of what its encoder keeps.
    ///
    /// - Parameters:
    ///   - files: the sources' bytes, in their order.
    ///   - format: of the result.
    ///   - limits: what pictures may cost.
    func pixels(of files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> Int

    /// Makes the file of the result, within `ImageWork`.
    ///
    /// - Parameters:
    ///   - files: the sources' bytes, in their order.
    ///   - format: of the result.
    ///   - limits: what pictures may cost.
    func render(_ files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> [UInt8]
}

extension RenderedRecipe {
    func make(
        as format: ImageFormat, by service: PictureService
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        try await service.source.with(sources) { pictures in
            (try await rendered(pictures.map(\.bytes), as: format, by: service), pictures.map(\.hash))
        }
    }

    private func rendered(
        _ files: [[UInt8]], as format: ImageFormat, by service: PictureService
    ) async throws -> [UInt8] {
        let limits = service.limits
        let pixels = try pixels(of: files, as: format, limits: limits)
        return try await service.work(on: pixels, within: service.renderingTime()) {
            try render(files, as: format, limits: limits)
        }
    }
}
