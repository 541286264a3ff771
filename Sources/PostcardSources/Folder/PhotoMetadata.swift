/// The metadata of a photo's file, read by the caller, who knows the formats.
public struct PhotoMetadata: Sendable, Hashable {
    /// The position of the camera.
    public var coordinate: Coordinate?

    /// The date of the photo in the words of the file.
    public var dateTaken: String?

    /// Its title or description.
    public var title: String?

    /// The photographer.
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
