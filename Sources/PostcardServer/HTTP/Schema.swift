import HTTPTypes
import PostcardCore

/// Pieces of JSON Schema, draft 2020-12, for the API description.
enum Schema {
    /// Returns a reference to a named schema in the document.
    static func ref(_ name: String) -> JSONValue { ["$ref": .text("#/components/schemas/\(name)")] }

    static func array(of items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

    /// Returns an array whose elements have a named schema.
    static func list(_ name: String) -> JSONValue { array(of: ref(name)) }

    /// Returns a string that must be one of several values.
    static func choice(_ values: [String], default usual: JSONValue? = nil) -> JSONValue {
        let choice: JSONValue = ["type": "string", "enum": .array(values.map { .text($0) })]
        return usual.map { choice.adding(["default": $0]) } ?? choice
    }

    /// A Boolean that is false by default.
    static let option: JSONValue = ["type": "boolean", "default": false]

    /// Returns an integer within a range.
    static func integer(in range: ClosedRange<Int>) -> JSONValue {
        ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    }

    /// Returns a request body object without additional members.
    static func object(_ properties: [NameKey: JSONValue], required: [String] = []) -> JSONValue {
        var members: [NameKey: JSONValue] = [
            "type": "object", "properties": JSONValue(properties), "additionalProperties": false,
        ]
        if !required.isEmpty { members["required"] = .array(required.map { .text($0) }) }
        return JSONValue(members)
    }

    /// Returns a request body object with at least one member.
    static func changes(_ properties: [NameKey: JSONValue]) -> JSONValue {
        object(properties).adding(["minProperties": 1])
    }

    /// Returns a response object. A member whose name ends in `?` may be missing.
    static func record(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        let required = members.map(\.key).filter { !$0.hasSuffix("?") }
        let properties = members.map { name, schema in
            (NameKey(name.hasSuffix("?") ? name.dropLast() : name[...]), schema)
        }
        return record([NameKey: JSONValue](uniqueKeysWithValues: properties), required: required)
    }

    /// Returns a response object.
    static func record(_ properties: [NameKey: JSONValue], required: [String]) -> JSONValue {
        ["type": "object", "properties": JSONValue(properties), "required": .array(required.map { .text($0) })]
    }

    static func text(_ explanation: String) -> JSONValue { string.described(explanation) }

    /// Returns a string that is not blank.
    static func someText(_ explanation: String) -> JSONValue { pattern("\\S", explanation) }

    static func pattern(_ pattern: String, _ explanation: String) -> JSONValue {
        ["type": "string", "pattern": .text(pattern), "description": .text(explanation)]
    }

    /// Returns an id, such as `pin-7k3x9w2mq4ta`.
    static func id(_ kind: String) -> JSONValue {
        ["type": "string", "pattern": .text("^\(kind)-[0-9a-z]{12}$"), "examples": [.text("\(kind)-7k3x9w2mq4ta")]]
    }

    /// An id of any kind of record that can be deleted.
    static let anyID: JSONValue = [
        "type": "string", "pattern": "^(pin|photo|journal|place|note|entry|meme)-[0-9a-z]{12}$",
        "examples": ["photo-7k3x9w2mq4ta"],
    ]

    /// Returns the height or width of a map area in degrees.
    static func span(_ most: Int, _ explanation: String) -> JSONValue {
        [
            "type": "number", "exclusiveMinimum": 0, "maximum": .integer(most),
            "description": .text("\(explanation), in degrees."),
        ]
    }

    static let coordinate = ref("Coordinate")
    static let string: JSONValue = ["type": "string"]
    static let integer: JSONValue = ["type": "integer"]
    static let number: JSONValue = ["type": "number"]
    static let flag: JSONValue = ["type": "boolean"]
    /// An object without a description of its members.
    static let anyObject: JSONValue = ["type": "object"]
    /// The content of a file.
    static let file: JSONValue = ["type": "string", "contentMediaType": "application/octet-stream"]
    /// A number starting at 1.
    static let ordinal: JSONValue = ["type": "integer", "minimum": 1]
    static let strings: JSONValue = ["type": "array", "items": string]
    static let stringOrNull: JSONValue = ["type": ["string", "null"]]
    /// The version of a file: the first 12 digits of its hash.
    static let version: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{12}$"]
    static let hash: JSONValue = ["type": "string", "pattern": "^[0-9a-f]{64}$"]
    static let moment: JSONValue = ["type": "string", "format": "date-time"]

    static func day(_ explanation: String) -> JSONValue {
        ["type": "string", "format": "date", "description": .text(explanation)]
    }

    /// A day, or a time in UTC.
    static let dayOrMoment: JSONValue = [
        "type": "string", "anyOf": [["format": "date"], ["format": "date-time"]], "examples": ["2026-11-21"],
    ]

    /// Returns a local date and time, or its first part, such as a year.
    static func wallTime(_ explanation: String) -> JSONValue {
        pattern(
            "^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9]"
                + "(:[0-5][0-9])?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?$", explanation)
    }
}

extension JSONValue {
    /// Returns the schema with a description.
    func described(_ explanation: String) -> JSONValue { adding(["description": .text(explanation)]) }
}

// MARK: Checks

/// Checks values against a schema, for the keywords that these schemas use.
extension JSONValue {
    /// Returns the reason why a string is invalid, as the rest of a sentence; `nil` if the string is valid.
    ///
    /// - Throws: `HTTPError` with status 500 for an invalid pattern in the schema.
    func problem(with text: String) throws(HTTPError) -> String? {
        let choices = self["type"] == "boolean" ? ["true", "false"] : self["enum"]?.strings
        if let choices, !choices.contains(text) {
            return "\"\(text)\"; it must be one of \(choices.joined(separator: ", "))."
        }
        guard try allows(text) else { return "\"\(text)\", which does not have the required format." }
        let number: Double?
        switch self["type"] {
        case "integer":
            number = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") } ? Int(text).map(Double.init) : nil
        case "number": number = Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: return nil
        }
        return number.map(allows) == true ? nil : "\"\(text)\", which is invalid or out of range."
    }

    /// Returns true if the schema has no pattern, or if its pattern matches a part of the string. As in JSON Schema, strings are compared
    /// by code point.
    ///
    /// - Throws: `HTTPError` with status 500 for an invalid pattern in the schema.
    func allows(_ text: String) throws(HTTPError) -> Bool {
        guard let pattern = self["pattern"]?.string else { return true }
        do {
            return text.firstMatch(of: try Regex(pattern).matchingSemantics(.unicodeScalar)) != nil
        } catch {
            var httpError = HTTPError(.internalServerError, "Internal error: invalid pattern in the schema.")
            httpError.cause = "\(pattern): \(error)"
            throw httpError
        }
    }

    /// Returns true if a number is within the schema's range.
    func allows(_ number: Double) -> Bool {
        (self["minimum"]?.number).map { $0 <= number } ?? true
            && (self["exclusiveMinimum"]?.number).map { $0 < number } ?? true
            && (self["maximum"]?.number).map { $0 >= number } ?? true
    }
}
