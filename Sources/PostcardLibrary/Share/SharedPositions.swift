/// The positions that a share reveals. A position can reveal where someone lives.
public enum SharedPositions: String, Sendable, CaseIterable, Codable {
    /// Reveals no positions: the share has no map, and its files contain no positions.
    case none
    /// Reveals the positions of journal places and pins on the map; positions from photos are rounded to 200 m. Files contain no positions.
    case places
    /// Reveals all known positions: on the map, in each picture's file, and in the JSON document next to the file.
    case all
}
