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
