/// One page of a search result.
public struct PhotoPage: Sendable, Hashable {
    /// The photos on this page, each with a different id. There may be fewer photos than the source announced, because the source may
    /// repeat photos or list items that are not photos.
    public let photos: [RemotePhoto]

    /// The number of this page, from 1.
    public let number: Int

    /// The number of pages that can be read; 0 for an empty result. A service may report more photos than it serves.
    public let pageCount: Int

    /// The number of matching photos that the source reports, including those on pages that can't be read.
    public let total: Int

    /// The search radius, in meters. This radius is smaller than the query's radius if the source has a lower limit.
    public let radius: Double

    /// Makes a page.
    ///
    /// - Parameters:
    ///   - photos: the photos of this page.
    ///   - number: the number of this page, from 1.
    ///   - pageCount: the number of pages that can be read.
    ///   - total: the number of matching photos that the source reports.
    ///   - radius: the radius of the search in meters.
    public init(photos: [RemotePhoto], number: Int, pageCount: Int, total: Int, radius: Double) {
        self.photos = photos
        self.number = number
        self.pageCount = pageCount
        self.total = total
        self.radius = radius
    }
}
