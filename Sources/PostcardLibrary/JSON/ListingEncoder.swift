package import PlatformFoundation

/// Encodes records as JSON, with sorted keys, and with dates in UTC.
package enum ListingEncoder {
    /// Returns the indented JSON of a value.
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(value)
    }
}
