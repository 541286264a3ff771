public import PlatformFoundation

/// A provider of photos.
///
/// Its methods throw ``SourceError``, `CancellationError`, and the errors of a download's sink.
public protocol PhotoSource: Sendable {
    /// The short name, such as `flickr`, which its photos have in ``RemotePhoto/source``.
    var name: String { get }

    /// The text that the provider's terms require to be shown with its photos; `nil` if there is none.
    var notice: String? { get }

    /// The largest number of simultaneous downloads; 4 by default.
    var maximumTransfers: Int { get }

    /// Returns one page of the photos that match a query.
    ///
    /// - Parameter page: the number of the page, from 1. Pages after the last are empty.
    /// - Throws: ``SourceError`` or `CancellationError`.
    func photos(matching query: PhotoQuery, page: Int) async throws -> PhotoPage

    /// Downloads the picture of a photo in pieces.
    ///
    /// If a rendition is refused, the next smaller one is tried. Bytes that are no picture, and placeholders, are not passed to the sink.
    ///
    /// - Parameters:
    ///   - photo: a photo of this source.
    ///   - longEdge: the smallest length of the longer edge in pixels, if there is such a rendition.
    ///   - maximumBytes: the largest length in bytes.
    ///   - part: returns, before each attempt, the part of a rendition that was downloaded before. Only the rest is requested if the file is
    ///     unchanged. A source may ignore it.
    ///   - sink: takes the pieces in order; see ``DownloadEvent``.
    /// - Throws: ``SourceError``, `CancellationError`, or the error of the sink.
    func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int,
        resuming part: (Rendition) async throws -> PartialPicture?,
        to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload
}

extension PhotoSource {
    /// The default number of simultaneous downloads, 4.
    public var maximumTransfers: Int { 4 }

    /// Downloads the picture of a photo in pieces, from its beginning.
    ///
    /// - Parameters:
    ///   - photo: a photo of this source.
    ///   - longEdge: the smallest length of the longer edge in pixels, if there is such a rendition.
    ///   - maximumBytes: the largest length in bytes.
    ///   - sink: takes the pieces in order; see ``DownloadEvent``.
    /// - Throws: ``SourceError``, `CancellationError`, or the error of the sink.
    public func download(
        _ photo: RemotePhoto, atLeast longEdge: Int, maximumBytes: Int, to sink: (DownloadEvent) async throws -> Void
    ) async throws -> PictureDownload {
        try await download(
            photo, atLeast: longEdge, maximumBytes: maximumBytes, resuming: { _ in nil }, to: sink)
    }

    /// Downloads the picture of a photo into memory.
    ///
    /// - Parameters:
    ///   - photo: a photo of this source.
    ///   - longEdge: the smallest length of the longer edge in pixels, if there is such a rendition.
    ///   - maximumBytes: the largest length in bytes.
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

// MARK: - PhotoQuery

/// A search for photos around a point.
public struct PhotoQuery: Sendable, Hashable {
    /// The strictness of the filter for unsuitable photos, if the source has one.
    public enum SafeSearch: String, Sendable, Hashable, Codable, CaseIterable {
        /// Only photos that are suitable for everybody.
        case safe
        /// Also photos that their owners marked as moderate.
        case moderate
        /// All photos that the account of the key may see.
        case restricted
    }

    /// The centre of the searched circle.
    public var center: Coordinate

    /// The radius of the circle in metres, above 0. A source with a lower limit searches that circle, and returns its radius in ``PhotoPage/radius``.
    public var radius: Double

    /// The words to find in titles, descriptions or tags; empty for any.
    public var text: String

    /// The wanted licences; empty for any.
    public var licenses: Set<License>

    /// The earliest publication; `nil` for any. For a folder it is the time of the file's last change.
    public var since: Date?

    /// The strictness of the filter for unsuitable photos.
    public var safeSearch: SafeSearch

    /// Makes a search around a point.
    public init(
        center: Coordinate, radius: Double, text: String = "", licenses: Set<License> = [], since: Date? = nil,
        safeSearch: SafeSearch = .safe
    ) {
        self.center = center
        self.radius = radius
        self.text = text
        self.licenses = licenses
        self.since = since
        self.safeSearch = safeSearch
    }

    /// Checks that the radius is above 0 and the page number is at least 1.
    ///
    /// - Throws: ``SourceError`` with code `badQuery`.
    func check(page: Int) throws(SourceError) {
        guard radius > 0, page > 0 else {
            throw SourceError(
                .badQuery, "A search needs a radius above 0 m and a page from 1, not \(radius) m and \(page).")
        }
    }
}

// MARK: - PhotoPage

/// One page of a search result.
public struct PhotoPage: Sendable, Hashable {
    /// The photos of this page, with different ids. There may be fewer than the source announced, if it repeats photos or lists other things.
    public let photos: [RemotePhoto]

    /// The number of this page, from 1.
    public let number: Int

    /// The number of pages that can be read, 0 for an empty result. A service may count more photos than it serves.
    public let pageCount: Int

    /// The number of matching photos that the source reports, including those that cannot be read.
    public let total: Int

    /// The radius of the search in metres. It is smaller than that of the query if the source has a limit.
    public let radius: Double

    /// Makes a page.
    public init(photos: [RemotePhoto], number: Int, pageCount: Int, total: Int, radius: Double) {
        self.photos = photos
        self.number = number
        self.pageCount = pageCount
        self.total = total
        self.radius = radius
    }
}
