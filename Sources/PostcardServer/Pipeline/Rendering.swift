import PostcardCore
import PostcardImaging

/// A picture that is made from sources. The same sources always result in the same bytes.
protocol Rendering: Sendable {
    /// The names of the sources, without duplicates.
    var sources: [String] { get }
    /// True if the sources are read one after the other, because together they might not fit in memory.
    var readsOneByOne: Bool { get }
    /// The requested format; `nil` to choose it based on the usual format and the `Accept` header.
    var format: ImageFormat? { get }
    /// The usual format of the result; `nil` for the format of the first source.
    var usualFormat: ImageFormat? { get }
    /// The operations on the sources, as a string for cache keys; different results have different strings.
    var operations: String { get }

    /// Returns the approximate number of pixels in memory at the same time: the pixels of sources, intermediate pictures, the result and
    /// the encoder's buffers.
    ///
    /// - Parameters:
    ///   - sizes: the sizes of the sources that affect the memory, the base image first.
    ///   - limits: the limits for each source.
    func pixels(of sizes: [PixelSize], as format: ImageFormat, limits: DecodingLimits) -> Int

    /// Renders the picture, without using caches.
    ///
    /// - Parameters:
    ///   - files: the files of all sources, in order; empty for a rendering that reads them one by one from `source`.
    /// - Throws: errors from reading, decoding, drawing and encoding.
    func render(
        _ files: SourcePictures.Files, from source: SourcePictures, as format: ImageFormat, in workshop: Workshop
    ) async throws -> MadePicture

    /// Returns the error to send to clients after an error from a source. `source` is the index in ``sources``.
    func translate(_ error: any Error, of source: Int) -> any Error
}

extension Rendering {
    var readsOneByOne: Bool { false }
    var usualFormat: ImageFormat? { nil }

    func translate(_ error: any Error, of source: Int) -> any Error { error }
}

// MARK: Sizes and keys

/// Returns the fields as one string. Each field is preceded by its length, so different fields result in different strings.
func keyText(of fields: [String]) -> String { fields.map { "\($0.utf8.count):\($0)" }.joined() }

extension ImageFormat {
    /// Returns the number of pixels in memory while a picture is encoded, including the picture's pixels. The measured buffers of encoders
    /// are counted as pixels of four bytes.
    func encodingPixels(of size: PixelSize) -> Int {
        let factor =
            switch self {
            case .avif: 7
            case .gif: 5
            case .webp: 4
            default: 1
            }
        return size.area.multipliedClamped(by: factor)
    }
}
