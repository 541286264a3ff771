/// The result of an export or import.
public struct ExchangeReport: Sendable, Hashable, Codable {
    /// The number of records that were written.
    public internal(set) var records = 0
    /// The number of files that belong to these records.
    public internal(set) var files = 0
    /// The number of records that already existed and were not changed.
    public internal(set) var kept = 0
    /// The number of templates that were copied.
    package internal(set) var templates = 0
    /// The number of earlier changes that were written: previous note texts, and deletions.
    package internal(set) var earlierChanges = 0
    /// The messages about skipped records.
    public internal(set) var problems: [String] = []
}
