import PostcardCore
import PostcardDisk

/// A filter for records by their members or their position on the map.
package struct RecordFilter: Sendable {
    /// A condition that a record can meet.
    enum Condition: Sendable {
        /// A member equals a string. `needle` is the member as it appears in JSON, unless a character is escaped.
        case member(String, value: String, needle: ByteNeedle)
        /// The record is in one of the cells of an area.
        case within(MapArea)
    }

    /// The conditions. A record must meet at least one of the conditions.
    private(set) var conditions: [Condition]

    /// Makes a filter for records with a top-level member with this name and string value.
    package init(_ member: String, equals value: String) {
        let needle = ByteNeedle("\(JSONValue.escaped(member)):\(JSONValue.escaped(value))")
        conditions = [.member(member, value: value, needle: needle)]
    }

    /// Makes a filter for records with a top-level member `coordinate` in an area. Records slightly outside the circle may match.
    package init(within area: MapArea) { conditions = [.within(area)] }

    /// Returns a filter for records that match this filter or another filter.
    package func or(_ other: RecordFilter) -> RecordFilter {
        var result = self
        result.conditions += other.conditions
        return result
    }

    private static let coordinate = ByteNeedle("\"\(MapArea.member)\":{")

    /// Returns true if a record matches, given its JSON object in the shortest form.
    func matches(_ json: UnsafeRawBufferPointer) -> Bool {
        let isFound = conditions.contains { condition in
            switch condition {
            case .member(_, _, let needle): needle.firstIndex(in: json) != nil
            case .within: Self.coordinate.firstIndex(in: json) != nil
            }
        }
        // Any other form of the string contains a backslash.
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
