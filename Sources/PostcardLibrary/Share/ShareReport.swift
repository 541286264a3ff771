/// The result of a share.
public struct ShareReport: Sendable, Hashable, Codable {
    /// The title of the page.
    package let title: String
    /// The number of pictures and videos.
    public let items: Int
    /// The number of places on the map.
    public let places: Int
    /// The names of files whose format cannot contain a credit; the JSON file next to them contains it. For a page: the videos that are not
    /// embedded, because they are too large or browsers do not play their format.
    public let notEmbedded: [String]
    /// The number of pictures and videos with a known position that was withheld.
    package let withheldPositions: Int
    /// The number of map places that are from photos, and so rounded to 200 m.
    package let roundedPlaces: Int
    /// The warnings, such as about a license that forbids changed versions, or a video without a frame.
    public let warnings: [String]
}
