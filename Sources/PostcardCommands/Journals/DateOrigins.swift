import PostcardCore
import PostcardLibrary

/// The numbers of files that have no date in their metadata, by where their dates were found.
struct DateOrigins {
    private var named = 0
    private var timed = 0

    /// Counts the pictures and videos of an entry.
    mutating func count(_ entry: Entry) {
        for medium in entry.media {
            switch medium.dateOrigin {
            case .fileName: named += 1
            case .fileTime: timed += 1
            case nil: break
            }
        }
    }

    /// Prints the numbers, if there are such files.
    func report() {
        guard named + timed > 0 else { return }
        let ways = [(named, "by the name"), (timed, "by the time of the last change")]
        let parts = ways.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let files = (named + timed).counting("file")
        Console.error("\(files) without a date inside: dated \(parts.joined(separator: ", "))")
    }
}
