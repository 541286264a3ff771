import PlatformLibc
import PostcardCore
import PostcardDisk

/// Chooses records by one of their members, or by where they belong on the map.
package struct RecordFilter: Sendable {
    /// A reason to choose a record.
    enum Condition: Sendable {
        /// A member is this string. `needle` is what that looks like unless something in it is escaped.
        case member(String, value: String, needle: ByteNeedle)
        /// The record belongs to one of the cells of an area.
        case within(MapArea)
    }

    /// A record is chosen if one of them is true.
    private(set) var conditions: [Condition]

    /// Chooses the records whose JSON object has itself a member with this name, which is this string.
    package init(_ member: String, equals value: String) {
        let needle = ByteNeedle("\(JSONValue.escaped(member)):\(JSONValue.escaped(value))")
        conditions = [.member(member, value: value, needle: needle)]
    }

    /// Chooses the records whose JSON object has itself a member `coordinate` in an area. Some may be a little outside of the circle that
    /// the area was made of.
    package init(within area: MapArea) { conditions = [.within(area)] }

    /// The filter that chooses what either of two filters chooses.
    package func or(_ other: RecordFilter) -> RecordFilter {
        var result = self
        result.conditions += other.conditions
        return result
    }

    private static let coordinate = ByteNeedle("\"\(MapArea.member)\":{")

    /// Returns a Boolean value that indicates whether the filter chooses a record, given as its JSON object in the
    /// shortest spelling.
    func matches(_ json: UnsafeRawBufferPointer) -> Bool {
        let isFound = conditions.contains { condition in
            switch condition {
            case .member(_, _, let needle): needle.firstIndex(in: json) != nil
            case .within: Self.coordinate.firstIndex(in: json) != nil
            }
        }
        // The same string can be written in other ways, but not without a backslash.
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

/// The cells of the map, of half a degree each, that a circle touches.
package struct MapArea: Sendable, Hashable {
    /// The numbers of the cells.
    let cells: Set<Int>

    /// The name of the member of a record that says where it belongs: an object with `latitude` and `longitude` in degrees.
    static let member = "coordinate"
    private static let cellsPerDegree = 2.0
    private static let columns = 720
    /// More cells than these are not worth looking up one by one.
    private static let maximumCells = 256
    /// On the sphere of the Earth's mean radius, a little less than that.
    private static let metersPerDegree = 111_000.0

    /// The cells of all points that are not farther away than a distance in metres; nil if they are many, or around a pole.
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
        cells = Set(rows.flatMap { row in columns.map { Self.cell(row: row, column: $0) } })
    }

    /// The cell that a record belongs to, by its member; nil if it does not say.
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
