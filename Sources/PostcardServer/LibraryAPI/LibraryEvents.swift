import PostcardLibrary

/// The changes that any process makes to a library, as server-sent events.
struct LibraryEvents: ServerSentEventSource {
    let library: Library
    let threads: LibraryThreads
    /// The sequence number of the last change that the client knows; `nil` for a new client, which first receives only the current number.
    var known: Int?
    var interval = Duration.seconds(1)
    let heartbeat: Duration

    /// The maximum number of ids in an event. If there are more changes than that, the client must reload everything.
    private static let maximumIDs = 200

    private struct Change: Encodable {
        let sequence: Int
        /// The changed ids; `nil` if they are unknown or there are too many.
        let ids: [String]?
    }

    mutating func look() async throws -> (events: String, areLast: Bool) {
        let (library, first) = (library, known ?? .max)
        let (sequence, keys) = try await withTaskExecutorPreference(threads) {
            try library.index.changes(after: first, limit: Self.maximumIDs)
        }
        // After a compaction, or if another library replaces this one, the current number can be lower than the client's number.
        guard sequence != known else { return ("", false) }
        let isOlder = known.map { sequence < $0 } ?? false
        known = sequence
        let change = Change(sequence: sequence, ids: isOlder ? nil : keys?.map(\.id))
        return (try ServerSentEvents.event("change", id: sequence, change), false)
    }
}
