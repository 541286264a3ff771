extension JSONValue {
    package static let null = JSONValue.scalar("null")

    /// Makes a string.
    package static func text(_ value: some StringProtocol) -> JSONValue { .scalar(escaped(String(value))) }

    /// Makes a whole number.
    package static func integer(_ value: Int) -> JSONValue { .scalar("\(value)") }

    /// Makes a number, which must be finite.
    package static func number(_ value: Double) -> JSONValue { .scalar("\(value)") }

    /// Makes `true` or `false`.
    package static func flag(_ value: Bool) -> JSONValue { .scalar(value ? "true" : "false") }

    /// Makes an object from the members in a dictionary, sorted by name.
    package init(_ members: [NameKey: JSONValue]) {
        self = .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key.string, value: $0.value) })
    }

    /// Returns the object with additional members, which replace members with the same names.
    package func adding(_ others: [NameKey: JSONValue]) -> JSONValue {
        JSONValue(Member.values(members ?? []).merging(others) { _, new in new })
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .flag(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (NameKey, JSONValue)...) {
        self.init([NameKey: JSONValue](elements) { _, last in last })
    }
}

extension JSONValue: Encodable {
    /// Encodes the value. A number keeps only the digits that fit in an `Int` or a `Double`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .array(let elements): try container.encode(elements)
        case .object(let members):
            try container.encode(Member.values(members))
        case .scalar("true"), .scalar("false"): try container.encode(self == true)
        case .null: try container.encodeNil()
        case .scalar:
            if let string {
                try container.encode(string)
            } else if let integer {
                try container.encode(integer)
            } else {
                try container.encode(number)
            }
        }
    }
}
