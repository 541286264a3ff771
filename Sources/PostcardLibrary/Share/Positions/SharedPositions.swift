import PlatformLibc
import PostcardSources

/// The positions of pictures that a share reveals; one may be a home.
public enum SharedPositions: String, Sendable, CaseIterable {
    /// Nothing: no map, and no position in any file.
    case none
    /// The places of journals and the pins, on the map, those that were made of photos rounded to 200 m; no position in any file.
    case places
    /// All that is known: the map, and the position of each picture in its file and beside it.
    case all
}

extension Coordinate {
    /// The nearest point of a grid of 200 m, less than 170 m away: what is told of a place that was made of a photo. `nil` would be told
    /// as nothing, and does not occur.
    ///
    /// Rows are 0.0018 degrees apart, from pole to pole. Each has the even number of points with which they are about as far apart, so that
    /// one lies on the meridian of Greenwich and one on the date line.
    var rounded: Coordinate? {
        let rowsToPole = 50_000.0
        let row = (latitude / 90 * rowsToPole).rounded() / rowsToPole * 90
        let pointsToDateLine = max(1, (2 * rowsToPole * cos(row * .pi / 180)).rounded())
        let column = (longitude / 180 * pointsToDateLine).rounded() / pointsToDateLine * 180
        return try? Coordinate(latitude: row, longitude: column)
    }
}
