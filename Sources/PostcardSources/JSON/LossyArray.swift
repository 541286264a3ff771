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
