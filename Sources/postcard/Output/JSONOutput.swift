import Foundation

/// Records as JSON on standard output, names sorted, dates in UTC.
enum JSONOutput {
    static func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        Console.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }
}
