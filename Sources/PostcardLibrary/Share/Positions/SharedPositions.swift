/// The positions of pictures that a share reveals; one may be a home.
public enum SharedPositions: String, Sendable, CaseIterable {
    /// Nothing: no map, and no position in any file.
    case none
    /// The places of journals and the pins, on the map; no position in any file.
    case places
    /// All that is known: the map, and the position of each picture in its file and beside it.
    case all
}
