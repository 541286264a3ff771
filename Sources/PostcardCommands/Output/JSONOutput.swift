import PlatformFoundation
import PostcardLibrary

/// Records as JSON on standard output, names sorted, dates in UTC.
enum JSONOutput {
    static func print(_ value: some Encodable) throws {
        Console.printJSON(String(decoding: try ListingEncoder.encode(value), as: UTF8.self))
    }

    /// One object on one line, for streams.
    static func printLine(_ value: some Encodable) {
        // Texts and numbers always encode.
        if let line = try? line(value) { Console.printJSON(line) }
    }

    /// One object without line breaks.
    static func line(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
