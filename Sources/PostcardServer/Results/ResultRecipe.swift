import PostcardImaging
import PostcardLibrary

/// The description of a picture that is made of sources. The same sources always give the same picture.
protocol ResultRecipe: Sendable {
    /// The names of the sources, each once.
    var sources: [String] { get }
    /// True if the sources are read one after the other, since together they may be more than memory allows.
    var readsOneByOne: Bool { get }
    /// The requested format; without one, the usual format and the field `Accept` decide.
    var format: ImageFormat? { get }
    /// The format that suits the result; `nil` for that of the first source.
    var usualFormat: ImageFormat? { get }
    /// The operations on the sources as a text for cache keys, different for different results.
    var operations: String { get }

    /// Makes the picture without looking into caches.
    ///
    /// - Parameters:
    ///   - service: has the sources, the threads and the permits.
    ///   - format: the format of the result.
    ///   - files: the files of the sources, where they are in memory already.
    /// - Returns: the file, and the hashes of its sources.
    /// - Throws: the errors of decoding, drawing and encoding.
    func make(
        by service: PictureService, as format: ImageFormat, of files: SourcePictures.Files?
    ) async throws -> (bytes: [UInt8], sources: [BlobHash])

    /// Returns the error for clients of a source's error. `source` is the index in ``sources``.
    func translate(_ error: any Error, of source: Int) -> any Error
}

extension ResultRecipe {
    var usualFormat: ImageFormat? { nil }

    func translate(_ error: any Error, of source: Int) -> any Error { error }
}

/// A picture that is rendered at once, with the files of all sources in memory.
extension ResultRecipe where Self: PictureRendering {
    var readsOneByOne: Bool { false }

    func make(
        by service: PictureService, as format: ImageFormat, of files: SourcePictures.Files?
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        let files =
            if let files { files } else {
                try await service.workshop.metrics.measure(.source) { try await service.source.files(sources) }
            }
        defer { withExtendedLifetime(files) {} }
        let picture = try await service.workshop.render(self, of: files.pictures.map(\.bytes), as: format)
        return (picture.bytes, files.pictures.map(\.hash))
    }
}

extension PicturePipeline: ResultRecipe {}
