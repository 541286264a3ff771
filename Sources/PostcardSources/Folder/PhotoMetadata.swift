/// What a photo's file says about it, read by whoever knows the formats.
public struct PhotoMetadata: Sendable, Hashable {
    /// Where it was taken.
    public var coordinate: Coordinate?

    /// When it was taken, as the file words it.
    public var dateTaken: String?

    /// Its title or description.
    public var title: String?

    /// Who took it.
    public var artist: String?

    /// The copyright notice.
    public var copyright: String?

    /// Creates metadata.
    ///
    /// - Parameters:
    ///   - coordinate: Where it was taken.
    ///   - dateTaken: When it was taken, as the file words it.
    ///   - title: Its title or description.
    ///   - artist: Who took it.
    ///   - copyright: The copyright notice.
    public init(
        coordinate: Coordinate? = nil, dateTaken: String? = nil, title: String? = nil, artist: String? = nil,
        copyright: String? = nil
    ) {
        self.coordinate = coordinate
        self.dateTaken = dateTaken
        self.title = title
        self.artist = artist
        self.copyright = copyright
    }
}
