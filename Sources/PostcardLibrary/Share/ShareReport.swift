/// The result of a share.
public struct ShareReport: Sendable, Hashable, Codable {
    /// The title of the page.
    package let title: String
    /// The number of pictures and videos.
    public let items: Int
    /// The number of places on the map.
    public let places: Int
    /// The names of files in formats that cannot contain a credit; only the JSON files next to these files contain the credits. For a page:
    /// the videos that are not embedded because they are too large or in a format that browsers do not play.
    public let notEmbedded: [String]
    /// The number of pictures and videos with a known position that was withheld.
    package let withheldPositions: Int
    /// The number of places on the map whose positions come from photos and are therefore rounded to 200 m.
    package let roundedPlaces: Int
    /// The warnings, for example about a license that forbids changed versions, or a video without a frame.
    public let warnings: [String]
}
