import PlatformLibc
import PostcardCore

/// The map cells that a circle touches. A cell is half a degree wide and high.
package struct MapArea: Sendable, Hashable {
    /// The numbers of the cells.
    let cells: Set<Int>

    /// The name of the member with the position of a record: an object with `latitude` and `longitude` in degrees.
    static let member = "coordinate"
    private static let cellsPerDegree = 2.0
    private static let columns = 720
    /// The maximum number of cells in an area. Looking up more cells one by one is too slow.
    private static let maximumCells = 256
    /// The length of a degree of latitude in meters, rounded down.
    private static let metersPerDegree = 111_000.0

    /// Makes the cells of all points within a distance in meters of a point in degrees; `nil` if there are too many cells, or if one of the
    /// points is near a pole.
    package init?(latitude: Double, longitude: Double, distance: Double) {
        let degrees = distance / Self.metersPerDegree
        guard abs(latitude) + degrees < 89, abs(longitude) <= 360, degrees >= 0, degrees < 45 else { return nil }
        let radiansPerDegree = Double.pi / 180
        let ratio = sin(degrees * radiansPerDegree) / cos(latitude * radiansPerDegree)
        guard ratio < 0.9 else { return nil }
        let width = asin(ratio) / radiansPerDegree
        let rows = Self.steps(latitude - degrees)...Self.steps(latitude + degrees)
        let columns = Self.steps(longitude - width)...Self.steps(longitude + width)
        guard rows.count * columns.count <= Self.maximumCells else { return nil }
        cells = Set<Int>(rows.flatMap { row in columns.map { Self.cell(row: row, column: $0) } })
    }

    /// Returns the cell of a record's `coordinate` member; `nil` if it has no valid position.
    static func cell(of coordinate: JSONValue?) -> Int? {
        guard let latitude = coordinate?["latitude"]?.number, let longitude = coordinate?["longitude"]?.number,
            abs(latitude) <= 90, abs(longitude) <= 360
        else { return nil }
        return cell(row: steps(latitude), column: steps(longitude))
    }

    private static func steps(_ degrees: Double) -> Int { Int((degrees * cellsPerDegree).rounded(.down)) }

    private static func cell(row: Int, column: Int) -> Int {
        (row + columns) * columns + (column + 4 * columns) % columns
    }
}
