import PostcardCore
import PostcardPhotos

/// A file on Wikimedia Commons with its position, as returned by a search around a point.
struct CommonsSpot: Sendable {
    let pageID: Int
    /// The position; `nil` if the coordinates are out of range.
    let coordinate: Coordinate?

    init?(_ record: JSONValue) {
        guard let pageID = record["pageid"]?.integer, let latitude = record["lat"]?.number,
            let longitude = record["lon"]?.number
        else { return nil }
        self.pageID = pageID
        coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    }
}
