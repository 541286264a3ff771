import HTTPTypes
import PostcardImaging
import PostcardLibrary

/// A picture that is made in one go of files that are in memory together.
protocol RenderedRecipe: PictureRecipe {
    /// The number of pixels in memory at the same time while the picture is made, about: those of sources, of steps
    /// between, of the result and of what its encoder keeps. `files` are the bytes of the sources, in their order.
    /// `format` is that of the result. `limits` are those of the sources.
    func pixels(of files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> Int

    /// Makes the file of the result, within `ImageWork`. `files` are the bytes of the sources, in their order. `format`
    /// is that of the result. `limits` are those of the sources.
    func render(_ files: [[UInt8]], as format: ImageFormat, limits: DecodingLimits) throws -> [UInt8]
}

extension RenderedRecipe {
    var needsAllSources: Bool { true }

    func make(
        as format: ImageFormat, of files: SourcePictures.Files?, by service: PictureService
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        let files =
            if let files { files } else {
                try await service.metrics.measure(.source) { try await service.source.files(sources) }
            }
        defer { withExtendedLifetime(files) {} }
        let bytes = try await rendered(files.pictures.map(\.bytes), as: format, by: service)
        return (bytes, files.pictures.map(\.hash))
    }

    private func rendered(
        _ files: [[UInt8]], as format: ImageFormat, by service: PictureService
    ) async throws -> [UInt8] {
        let limits = service.limits
        let pixels = try pixels(of: files, as: format, limits: limits)
        return try await service.work(on: pixels, decoding: files, within: service.renderingTime()) {
            try render(files, as: format, limits: limits)
        }
    }
}
