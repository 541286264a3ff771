import PostcardCore

/// The body of a request that changes settings: the values by name, as strings or integers.
struct SettingsChanges: Decodable {
    private struct Value: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            text = try (try? value.decode(Int.self)).map { "\($0)" } ?? value.decode(String.self)
        }
    }

    let values: [NameKey: String]

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([NameKey: Value].self).mapValues(\.text)
    }

    private static let members: [NameKey: JSONValue] = [
        "owner": Schema.pattern(
            "^[^\\n\\r\\u000b\\u000c\\u0085\\u2028\\u2029]{0,100}$", "The name of the library's owner."),
        "scroll": Schema.choice(["vertical", "horizontal"]),
        "background": Schema.pattern(
            "^(auto|#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))$", "The background color of galleries, or auto."),
        "source": Schema.pattern("^(auto|flickr|commons|immich(:.+)?)$", "The photo provider for albums."),
        "thumbnail": pixels(64...1024), "peek": pixels(256...4096),
        "keep-memes": Schema.choice(["always", "terminal", "never"]),
        "place-lookups": Schema.choice(["ask", "on", "off"]).described(
            "If on, searches are sent to the place search service. With ask or off, nothing is sent."),
    ]
    static let schema = Schema.changes(members)
    /// The schema of all settings in a response, where their values are strings.
    static let response = Schema.record(members.mapValues { _ in Schema.string }, required: members.keys.sortedNames())

    private static func pixels(_ range: ClosedRange<Int>) -> JSONValue {
        [
            "type": ["integer", "string"], "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
            "pattern": "^[0-9]+$", "description": .text("Pixels, \(range.lowerBound) to \(range.upperBound)."),
        ]
    }
}
