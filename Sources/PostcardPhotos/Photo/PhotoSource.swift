/// A provider of photos.
///
/// Its methods throw ``SourceError``, `CancellationError`, and any error that the sink of a download throws.
///
/// The closure parameters of `download` are `nonisolated(nonsending)`. Always write this modifier in your own source, or the compiler
/// reports that the type does not conform to `PhotoSource`. This is the `download` method of a source that keeps its photos in memory:
///
/// ```swift
/// func download(
///     _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
///     resuming part: nonisolated(nonsending) (Rendition) async throws -> PartialPicture?,
///     to sink: nonisolated(nonsending) (DownloadEvent) async throws -> Void
/// ) async throws -> PictureDownload {
///     guard let bytes = stored[photo.id]?.bytes, let rendition = photo.renditions.first else {
///         throw SourceError(.gone, "The photo \(photo.id) was deleted.")
///     }
///     guard bytes.count <= maximumBytes else { throw SourceError(.tooLarge, "\(photo.id) is too large.") }
///     try await sink(.began(PictureStart(rendition: rendition, length: bytes.count)))
///     try await sink(.received(bytes))
///     return PictureDownload(rendition: rendition, byteCount: bytes.count, url: rendition.url)
/// }
/// ```
public protocol PhotoSource: Sendable {
    /// The short name, such as `flickr`, which is also the ``RemotePhoto/source`` of the provider's photos.
    var name: String { get }

    /// The text that the provider's terms require to be shown with its photos; `nil` if there is none.
    var notice: String? { get }

    /// The maximum number of simultaneous downloads; 4 by default.
    var maximumTransfers: Int { get }

    /// Returns one page of the photos that match a query.
    ///
    /// - Parameter page: the number of the page, from 1. Pages after the last one are empty.
    /// - Throws: ``SourceError`` or `CancellationError`.
    func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage

    /// Downloads the picture of a photo in pieces.
    ///
    /// If the server refuses a rendition, the next smaller one is tried. The sink receives neither placeholders nor bytes that are not a
    /// picture.
    ///
    /// - Parameters:
    ///   - photo: a photo of this source.
    ///   - longEdge: the minimum length of the longer edge in pixels, if there is such a rendition.
    ///   - maximumBytes: the maximum length in bytes.
    ///   - part: called before each attempt; returns the part of a rendition that was downloaded earlier. If the file has not changed, only
    ///     the missing bytes are requested. A source may ignore this parameter.
    ///   - sink: receives the pieces in order; see ``DownloadEvent``.
    /// - Throws: ``SourceError``, `CancellationError`, or the error that the sink throws.
    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: nonisolated(nonsending) (Rendition) async throws -> PartialPicture?,
        to sink: nonisolated(nonsending) (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload
}

extension PhotoSource {
    /// The default number of simultaneous downloads, 4.
    public var maximumTransfers: Int { 4 }

    /// Downloads the picture of a photo in pieces, from its start.
    ///
    /// - Parameters:
    ///   - photo: a photo of this source.
    ///   - longEdge: the minimum length of the longer edge in pixels, if there is such a rendition.
    ///   - maximumBytes: the maximum length in bytes.
    ///   - sink: receives the pieces in order; see ``DownloadEvent``.
    /// - Throws: ``SourceError``, `CancellationError`, or the error that the sink throws.
    package func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        try await download(
            photo, atLeast: longEdge, maximumBytes: maximumBytes, resuming: { _ in nil }, to: sink)
    }

    /// Downloads the picture of a photo into memory.
    ///
    /// - Parameters:
    ///   - photo: a photo of this source.
    ///   - longEdge: the minimum length of the longer edge in pixels, if there is such a rendition.
    ///   - maximumBytes: the maximum length in bytes.
    /// - Throws: ``SourceError`` or `CancellationError`.
    public func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int
    ) async throws -> (download: PictureDownload, bytes: [UInt8]) {
        var bytes: [UInt8] = []
        let download = try await download(photo, atLeast: longEdge, maximumBytes: maximumBytes) { event in
            switch event {
            case .began, .resumed: bytes.removeAll(keepingCapacity: true)
            case .received(let piece): bytes += piece
            }
        }
        return (download, bytes)
    }
}
