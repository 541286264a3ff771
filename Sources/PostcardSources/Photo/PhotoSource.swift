public import PlatformFoundation

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
    /// - Returns: The rendition and its size.
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
    /// - Returns: The rendition and its size.
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
    /// - Returns: The rendition, and its bytes.
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

/// A search for photos around a point.
public struct PhotoQuery: Sendable, Hashable {
    /// The strictness with which unsuitable photos are left out, where the source knows.
    public enum SafeSearch: String, Sendable, Hashable, Codable, CaseIterable {
        /// Only what is suitable for everybody.
        case safe
        /// Also what its owner marked as moderate.
        case moderate
        /// Everything the account behind the key may see.
        case restricted
    }

    /// The middle of the circle that is searched.
    public var center: Coordinate

    /// The radius of the circle in metres, greater than 0. A source with a limit searches the largest circle it can and
    /// says so in ``PhotoPage/radius``.
    public var radius: Double

    /// Words to find in title, description or tags; empty for any.
    public var text: String

    /// The licences that are wanted; empty for any.
    public var licenses: Set<License>

    /// Only photos published since then; `nil` for any. A folder takes the time of the file's last change.
    public var since: Date?

    /// The strictness with which unsuitable photos are left out.
    public var safeSearch: SafeSearch

    /// Asks for photos around a point.
    ///
    /// - Parameters:
    ///   - center: The middle of the circle.
    ///   - radius: Its radius in metres.
    ///   - text: Words to find; empty for any.
    ///   - licenses: The wanted licences; empty for any.
    ///   - since: Only photos published since then.
    ///   - safeSearch: How strictly unsuitable photos are left out.
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

    /// Refuses a circle without an area, and pages before the first.
    func check(page: Int) throws(SourceError) {
        guard radius > 0, page > 0 else {
            throw SourceError(
                .badQuery, "A search needs a radius above 0 m and a page from 1, not \(radius) m and \(page).")
        }
    }
}

/// One page of what a source found.
public struct PhotoPage: Sendable, Hashable {
    /// The photos of this page, no two with the same id. Fewer than the source announced when it repeats itself or when
    /// some are not photos.
    public let photos: [RemotePhoto]

    /// The number of this page, from 1.
    public let number: Int

    /// The number of pages that can be read, 0 when nothing was found: a service may count far more than it serves.
    public let pageCount: Int

    /// The number of photos that the source reports, readable or not.
    public let total: Int

    /// The radius that was searched, in metres: smaller than asked for where the source has a limit.
    public let radius: Double

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - photos: The photos of this page.
    ///   - number: The number of this page, from 1.
    ///   - pageCount: How many pages can be read.
    ///   - total: How many photos the source says there are.
    ///   - radius: The radius that was searched, in metres.
    public init(photos: [RemotePhoto], number: Int, pageCount: Int, total: Int, radius: Double) {
        self.photos = photos
        self.number = number
        self.pageCount = pageCount
        self.total = total
        self.radius = radius
    }
}
