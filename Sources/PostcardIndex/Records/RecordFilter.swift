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
