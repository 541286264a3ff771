/// A rectangle of whole pixels that grows to hold what is put in.
struct GIFArea: Equatable {
    var columns: Range<Int>
    var rows: Range<Int>

    /// Nothing.
    static let empty = GIFArea(columns: 0..<0, rows: 0..<0)

    var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
    var count: Int { columns.count * rows.count }

    mutating func formUnion(_ other: GIFArea) {
        guard !other.isEmpty else { return }
        guard !isEmpty else {
            self = other
            return
        }
        columns = min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound)
        rows = min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound)
    }
}
