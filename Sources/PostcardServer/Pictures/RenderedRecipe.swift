internal import HTTPTypes
internal import PostcardImaging
internal import PostcardLibrary

/// A picture that is made in one go of files that are in memory together.
protocol RenderedRecipe: PictureRecipe {
    /// How many pixels are in memory at the same time while the picture is made, about.
    ///
    /// - Parameter files: the sources' bytes, in their order.
    func pixels(of files: [[UInt8]]) throws -> Int

    /// The file of the result.
    ///
    /// - Parameters:
    ///   - files: the sources' bytes, in their order.
    ///   - format: of the result.
    ///   - limits: what pictures may cost.
    ///   - checkpoint: asked between two steps; throws when the work has to stop.
    func render(
        _ files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits,
        checkpoint: @escaping @Sendable () throws -> Void
    ) throws -> [UInt8]
}

extension RenderedRecipe {
    func make(
        as format: ImageFormat, by service: PictureService
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        guard let first = sources.first else { return (try await rendered([], as: format, by: service), []) }
        let source = service.source
        var others: [PictureSource.Picture] = []
        var bytes = 0
        for name in sources.dropFirst() {
            let picture = try await source.with(name) { $0 }
            bytes += picture.bytes.count
            guard bytes <= source.maximumBytes else {
                throw ServerFault(
                    .contentTooLarge, "The pictures have more than \(source.maximumBytes) bytes together.")
            }
            others.append(picture)
        }
        let rest = others
        return try await source.with(first) { picture in
            let pictures = [picture] + rest
            return (try await rendered(pictures.map(\.bytes), as: format, by: service), pictures.map(\.hash))
        }
    }

    private func rendered(
        _ files: [[UInt8]], as format: ImageFormat, by service: PictureService
    ) async throws -> [UInt8] {
        let limits = service.limits
        return try await service.work(on: try pixels(of: files), within: service.renderingTime()) { checkpoint in
            try render(files, as: format, limits: limits, checkpoint: checkpoint)
        }
    }
}
