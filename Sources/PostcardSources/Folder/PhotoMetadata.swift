public import PostcardPhotos

/// The metadata of a photo file.
public struct PhotoMetadata: Sendable, Hashable {
    /// The position of the camera; `nil` if it is unknown.
    public var coordinate: Coordinate?

    /// The date as written in the file; `nil` if there is none.
    public var dateTaken: String?

    /// The title or description; `nil` if there is none.
    public var title: String?

    /// The name of the photographer; `nil` if it is unknown.
    public var artist: String?

    /// The copyright notice; `nil` if there is none.
    public var copyright: String?

    /// Makes metadata.
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
