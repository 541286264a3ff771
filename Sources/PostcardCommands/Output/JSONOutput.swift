import PlatformFoundation
import PostcardLibrary

/// JSON on standard output, with sorted names and dates in UTC.
enum JSONOutput {
    static func print(_ value: some Encodable) throws {
        let text = String(decoding: try ListingEncoder.encode(value), as: UTF8.self)
        Console.printJSON(text == "[\n\n]" ? "[]" : text)
    }

    /// Prints a value on one line, for streams.
    static func printLine(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding strings and numbers can't fail.
        if let line = try? encoder.encode(value) { Console.printJSON(String(decoding: line, as: UTF8.self)) }
    }
}
