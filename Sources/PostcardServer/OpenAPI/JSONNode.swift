/// A piece of JSON, written as a literal.
indirect enum JSONNode: Sendable, Equatable {
    case text(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([JSONNode])
    case object([String: JSONNode])

    /// A member of an object; `nil` where there is none.
    subscript(name: String) -> JSONNode? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The names of the members of an object.
    var names: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }

    /// The texts of a list.
    var texts: [String] {
        guard case .list(let items) = self else { return [] }
        return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The object with other members added.
    func adding(_ members: [String: JSONNode]) -> JSONNode {
        guard case .object(let own) = self else { return self }
        return .object(own.merging(members) { _, new in new })
    }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(arrayLiteral elements: JSONNode...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, JSONNode)...) {
        self = .object(Dictionary(elements) { _, new in new })
    }
}

extension JSONNode: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .flag(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
