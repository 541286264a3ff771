package import PlatformFoundation

/// Records as JSON: names sorted, dates in UTC.
package enum ListingEncoder {
    /// The JSON of a value, for people and programs alike.
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(value)
    }
}
