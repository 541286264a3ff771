import PostcardCore
import PostcardLibrary

/// The number of files without a date in their metadata, grouped by the origin of their dates.
struct DateOrigins {
    private var counts: [DateOrigin: Int] = [:]

    /// Creates a report from the numbers in a plan.
    init(_ counts: [DateOrigin: Int] = [:]) { self.counts = counts }

    /// Counts the pictures and videos in an entry.
    mutating func count(_ entry: Entry) {
        for origin in entry.media.compactMap(\.dateOrigin) { counts[origin, default: 0] += 1 }
    }

    /// Prints the numbers, if there are any files without a date in their metadata.
    func report() {
        let ways = [(DateOrigin.fileName, "dated by file name"), (.fileTime, "dated by modification time")]
        let parts = ways.compactMap { origin, way in counts[origin].map { "\($0) \(way)" } }
        guard !parts.isEmpty else { return }
        let files = counts.values.reduce(0, +).counting("file")
        Console.error("\(files) without a date in the metadata: \(parts.joined(separator: ", "))")
    }
}
