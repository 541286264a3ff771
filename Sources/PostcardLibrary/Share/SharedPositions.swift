/// The positions that a share reveals. A position may be that of a home.
public enum SharedPositions: String, Sendable, CaseIterable {
    /// No positions: no map, and none in any file.
    case none
    /// The places of journals and the pins on the map; those from photos are rounded to 200 m. Files have no positions.
    case places
    /// All known positions: the map, and the position of each picture in its file and in the JSON beside it.
    case all
}
