/// JSON with any types and order of members, since both have changed in Flickr's responses over the years.
enum FlickrJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case string(String)
    case int(Int)
    case decimal(Double)
    case bool(Bool)
    case null
    case array([FlickrJSON])
    case object([(name: String, value: FlickrJSON)])

    init(stringLiteral value: String) { self = .string(value) }

    init(integerLiteral value: Int) { self = .int(value) }

    /// The JSON text. Slashes are escaped, as in some of Flickr's responses. JSON allows this.
    var text: String {
        switch self {
        case .string(let string): Self.quote(string)
        case .int(let number): String(number)
        case .decimal(let number): String(number)
        case .bool(let value): String(value)
        case .null: "null"
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(Self.quote($0.name)):\($0.value.text)" }.joined(separator: ","))}"
        }
    }

    private static func quote(_ string: String) -> String {
        string.unicodeScalars.reduce(into: "\"") { text, scalar in
            switch scalar {
            case "\"", "\\", "/":
                text += "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default:
                text.unicodeScalars.append(scalar)
            }
        } + "\""
    }
}
