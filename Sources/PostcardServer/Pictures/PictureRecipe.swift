import PostcardImaging
import PostcardLibrary

/// A picture that is made of others, always the same one of the same ones.
protocol PictureRecipe: Sendable {
    /// The names of the pictures that it is made of, as `SourcePictures` knows them, each once.
    var sources: [String] { get }
    /// The format that was asked for. Without one, the usual format and what the client takes decide.
    var format: ImageFormat? { get }
    /// The format that suits the result; `nil` for that of the first source.
    var usualFormat: ImageFormat? { get }
    /// The operations on the sources, as a text that no recipe with another result has.
    var operations: String { get }

    /// True when the result is made with the files of all sources in memory together.
    var needsAllSources: Bool { get }

    /// Makes the result.
    ///
    /// - Parameters:
    ///   - format: of the result.
    ///   - files: the sources, where they are in memory already.
    ///   - service: finds the sources, and has threads and room for the work.
    /// - Returns: its file, and what its sources were when it was made.
    /// - Throws: the errors of decoding, drawing and encoding.
    func make(
        as format: ImageFormat, of files: SourcePictures.Files?, by service: PictureService
    ) async throws -> (bytes: [UInt8], sources: [BlobHash])

    /// Says of a source what went wrong with it.
    func fault(_ error: any Error, of source: Int) -> any Error
}

extension PictureRecipe {
    var usualFormat: ImageFormat? { nil }
    var needsAllSources: Bool { false }

    /// Of a single picture, or of one that all belong to, there is nothing to add.
    func fault(_ error: any Error, of source: Int) -> any Error { error }

    /// Makes the result of sources that are to be read.
    func make(
        as format: ImageFormat, by service: PictureService
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        try await make(as: format, of: nil, by: service)
    }
}
