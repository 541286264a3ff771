import PlatformLibc
import PostcardCore
import PostcardDisk

/// A filter of records by their members or their position on the map.
package struct RecordFilter: Sendable {
    /// A condition for a record.
    enum Condition: Sendable {
        /// A member is a string. `needle` is the member in JSON, unless a character is escaped.
        case member(String, value: String, needle: ByteNeedle)
        /// The record is in one of the cells of an area.
        case within(MapArea)
    }

    /// The conditions; a record must meet at least one.
    private(set) var conditions: [Condition]

    /// Makes a filter for records with a top-level member of this name and string.
    package init(_ member: String, equals value: String) {
        let needle = ByteNeedle("\(JSONValue.escaped(member)):\(JSONValue.escaped(value))")
        conditions = [.member(member, value: value, needle: needle)]
    }

    /// Makes a filter for records with a top-level member `coordinate` in an area. Records slightly outside of the area's circle may be chosen.
    package init(within area: MapArea) { conditions = [.within(area)] }

    /// Returns the filter for records that this filter or another one chooses.
    package func or(_ other: RecordFilter) -> RecordFilter {
        var result = self
        result.conditions += other.conditions
        return result
    }

    private static let coordinate = ByteNeedle("\"\(MapArea.member)\":{")

    /// Returns a Boolean value that indicates whether the filter chooses a record, given as its JSON object in the shortest spelling.
    func matches(_ json: UnsafeRawBufferPointer) -> Bool {
        let isFound = conditions.contains { condition in
            switch condition {
            case .member(_, _, let needle): needle.firstIndex(in: json) != nil
            case .within: Self.coordinate.firstIndex(in: json) != nil
            }
        }
        // Another spelling of the string has a backslash.
        guard isFound || json.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil else { return false }
        guard let object = try? JSONValue(parsing: json) else { return false }
        return conditions.contains { condition in
            switch condition {
            case .member(let name, let value, _): object[name]?.string == value
            case .within(let area): MapArea.cell(of: object[MapArea.member]).map(area.cells.contains) ?? false
            }
        }
    }
}

/// A set of map cells, half a degree wide and high, that a circle touches.
package struct MapArea: Sendable, Hashable {
    /// The numbers of the cells.
    let cells: Set<Int>

    /// The name of the member with a record's position: an object with `latitude` and `longitude` in degrees.
    static let member = "coordinate"
    private static let cellsPerDegree = 2.0
    private static let columns = 720
    /// The largest number of cells in an area: looking up more of them one by one is too slow.
    private static let maximumCells = 256
    /// The length of a degree of latitude in metres, rounded down.
    private static let metersPerDegree = 111_000.0

    /// Makes the cells of all points within a distance, in metres, of a point, in degrees; `nil` if there are too many, or near a pole.
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
