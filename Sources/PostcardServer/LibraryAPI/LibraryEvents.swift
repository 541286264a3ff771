import PostcardLibrary

/// The changes of a library, by any process, as server-sent events.
struct LibraryEvents: ServerSentEventSource {
    let library: Library
    let threads: LibraryThreads
    /// The sequence number of the last change that the client has; `nil` for a new client, which first receives the present number alone.
    var known: Int?
    var interval = Duration.seconds(1)
    let heartbeat: Duration

    /// The largest number of ids in an event; after more changes, the client has to read everything again.
    private static let maximumIDs = 200

    private struct Change: Encodable {
        let sequence: Int
        /// The changed ids; `nil` where they are too many or unknown.
        let ids: [String]?
    }

    mutating func look() async throws -> (events: String, areLast: Bool) {
        let (library, first) = (library, known ?? .max)
        let (sequence, keys) = try await withTaskExecutorPreference(threads) {
            try library.index.changes(after: first, limit: Self.maximumIDs)
        }
        // After a compaction, or with another library in its place, numbers may be lower.
        guard sequence != known else { return ("", false) }
        let isOlder = known.map { sequence < $0 } ?? false
        known = sequence
        let change = Change(sequence: sequence, ids: isOlder ? nil : keys?.map(\.id))
        return (try ServerSentEvents.event("change", id: sequence, change), false)
    }
}
