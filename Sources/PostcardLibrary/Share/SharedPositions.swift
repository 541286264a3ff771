/// The positions that a share reveals. A position can reveal where someone lives.
public enum SharedPositions: String, Sendable, CaseIterable {
    /// No positions: no map, and no positions in files.
    case none
    /// Journal places and pins on the map; those from photos are rounded to 200 m. Files contain no positions.
    case places
    /// All known positions: on the map, and for each picture in its file and in the JSON next to it.
    case all
}
