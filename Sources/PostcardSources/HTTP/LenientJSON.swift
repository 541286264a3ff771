import PlatformFoundation

/// A JSON value that should be a text or a number and that the sender words as it likes: `"12"`, `12`, `""` or `null`.
struct LenientText: Decodable, Sendable, Hashable {
    /// The text, or the number as a text; `nil` for `null`, for nothing, and for what is neither.
    let text: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text.isEmpty ? nil : text
        } else if let number = try? container.decode(Int.self) {
            text = String(number)
        } else if let number = try? container.decode(Double.self) {
            text = String(number)
        } else {
            text = nil
        }
    }

    /// The value as a whole number, if it is one.
    var int: Int? { text.flatMap { Int($0) } }

    /// The value as a finite number, if it is one.
    var double: Double? { text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }
}

/// A JSON array that leaves out the elements that cannot be decoded, so that one odd record does not cost the others.
struct LossyArray<Element: Decodable>: Decodable {
    /// The elements that could be decoded, in order.
    let elements: [Element]

    private struct Slot: Decodable {
        let element: Element?

        init(from decoder: any Decoder) throws {
            element = try? Element(from: decoder)
        }
    }

    init(from decoder: any Decoder) throws {
        elements = try decoder.singleValueContainer().decode([Slot].self).compactMap(\.element)
    }
}

extension JSONDecoder {
    /// Reads `formatted_address` as `formattedAddress`.
    static var snakeCase: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
