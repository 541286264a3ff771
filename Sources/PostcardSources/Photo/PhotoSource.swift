/// A place to get photos from.
///
/// Its methods throw ``SourceError``, `CancellationError`, and whatever the sink of a download throws.
public protocol PhotoSource: Sendable {
    /// A short name such as `flickr`, which every photo from here carries in ``RemotePhoto/source``.
    var name: String { get }

    /// The text that the terms of the provider ask to show wherever its photos are shown; `nil` where there is none.
    var notice: String? { get }

    /// The maximum number of concurrent downloads; 4 unless a provider asks for fewer.
    var maximumTransfers: Int { get }

    /// One page of the photos that match.
    ///
    /// - Parameters:
    ///   - query: The photos that are wanted.
    ///   - page: The number of the page, from 1. Behind the last one there is an empty page.
    /// - Returns: The page.
    /// - Throws: ``SourceError`` and `CancellationError`.
    func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage

    /// Fetches the picture of a photo piece by piece.
    ///
    /// A size that is refused is tried again in the next smaller one. What is not a picture, or only a placeholder
    /// for one, never reaches the sink.
    ///
    /// - Parameters:
    ///   - photo: A photo that this source found.
    ///   - longEdge: The least number of pixels of the longer edge, if there is such a rendition.
    ///   - maximumBytes: The largest number of bytes; a larger picture is refused.
    ///   - part: Returns, before each attempt, the part of a rendition that is there already; the rest is fetched if
    ///     the file is still the same, otherwise all of it. A source may ignore it.
    ///   - sink: Takes the pieces in order; see ``DownloadEvent``.
    /// - Returns: The rendition, its format and its size.
    /// - Throws: ``SourceError``, `CancellationError`, and whatever the sink throws.
    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: (Rendition) async throws -> PartialPicture?,
        to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload
}

extension PhotoSource {
    /// 4.
    public var maximumTransfers: Int { 4 }

    /// Fetches the picture of a photo piece by piece, from its beginning.
    ///
    /// - Parameters:
    ///   - photo: A photo that this source found.
    ///   - longEdge: The least number of pixels of the longer edge, if there is such a rendition.
    ///   - maximumBytes: The largest number of bytes; a larger picture is refused.
    ///   - sink: Takes the pieces in order; see ``DownloadEvent``.
    /// - Returns: The rendition, its format and its size.
    /// - Throws: ``SourceError``, `CancellationError`, and whatever the sink throws.
    public func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        try await download(
            photo, atLeast: longEdge, maximumBytes: maximumBytes, resuming: { _ in nil }, to: sink)
    }

    /// Fetches the picture of a photo into memory.
    ///
    /// - Parameters:
    ///   - photo: A photo that this source found.
    ///   - longEdge: The least number of pixels of the longer edge, if there is such a rendition.
    ///   - maximumBytes: The largest number of bytes; a larger picture is refused.
    /// - Returns: The rendition with its format, and its bytes.
    /// - Throws: ``SourceError`` and `CancellationError`.
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
