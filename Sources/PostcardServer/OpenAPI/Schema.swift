/// Pieces of JSON Schema, draft 2020-12, that several descriptions share.
enum Schema {
    /// A schema that has a name in the document.
    static func ref(_ name: String) -> JSONNode { ["$ref": .text("#/components/schemas/\(name)")] }

    /// Several of what has a name in the document.
    static func list(_ name: String) -> JSONNode { ["type": "array", "items": ref(name)] }

    /// An object of a body, which may have nothing else.
    static func object(_ properties: [String: JSONNode], required: [String] = []) -> JSONNode {
        var members: [String: JSONNode] = [
            "type": "object", "properties": .object(properties), "additionalProperties": false,
        ]
        if !required.isEmpty { members["required"] = .list(required.map { .text($0) }) }
        return .object(members)
    }

    /// An object of a body of which at least one member is there.
    static func changes(_ properties: [String: JSONNode]) -> JSONNode {
        object(properties).adding(["minProperties": 1])
    }

    /// An object of an answer.
    static func record(_ properties: [String: JSONNode], required: [String]) -> JSONNode {
        ["type": "object", "properties": .object(properties), "required": .list(required.map { .text($0) })]
    }

    static func text(_ explanation: String) -> JSONNode { ["type": "string", "description": .text(explanation)] }

    /// A text that is not blank.
    static func someText(_ explanation: String) -> JSONNode { pattern("\\S", explanation) }

    static func pattern(_ pattern: String, _ explanation: String) -> JSONNode {
        ["type": "string", "pattern": .text(pattern), "description": .text(explanation)]
    }

    /// An id, such as `pin-7k3x9w2mq4ta`.
    static func id(_ kind: String) -> JSONNode {
        ["type": "string", "pattern": .text("^\(kind)-[0-9a-z]{12}$"), "examples": [.text("\(kind)-7k3x9w2mq4ta")]]
    }

    /// The id of anything that can be deleted.
    static let anyID: JSONNode = [
        "type": "string", "pattern": "^(pin|photo|journal|place|note|entry|meme)-[0-9a-z]{12}$",
        "examples": ["photo-7k3x9w2mq4ta"],
    ]

    /// A part of the map, in degrees.
    static func span(_ most: Int, _ explanation: String) -> JSONNode {
        [
            "type": "number", "exclusiveMinimum": 0, "maximum": .integer(most),
            "description": .text("\(explanation), in degrees."),
        ]
    }

    static let coordinate = ref("Coordinate")
    static let string: JSONNode = ["type": "string"]
    static let integer: JSONNode = ["type": "integer"]
    static let strings: JSONNode = ["type": "array", "items": string]
    static let stringOrNull: JSONNode = ["type": ["string", "null"]]
    static let moment: JSONNode = ["type": "string", "format": "date-time"]

    static func day(_ explanation: String) -> JSONNode {
        ["type": "string", "format": "date", "description": .text(explanation)]
    }

    /// A day, or a moment in UTC.
    static let dayOrMoment: JSONNode = [
        "type": "string", "anyOf": [["format": "date"], ["format": "date-time"]], "examples": ["2026-11-21"],
    ]

    /// A local date and time, or the beginning of one.
    static func wallTime(_ explanation: String) -> JSONNode {
        pattern(
            "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9]"
                + "(:[0-5][0-9])?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?$", explanation)
    }
}
