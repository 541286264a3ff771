import PostcardCore

/// Any name in a JSON object, to see which there are.
struct AnyName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
}

extension Decoder {
    /// Refuses an object with names that `keys` does not have, so that a typing error is not passed over.
    package func refuseUnknownNames<Keys: CodingKey & CaseIterable & RawRepresentable<String>>(_ keys: Keys.Type) throws
    {
        let known = keys.allCases.map(\.rawValue)
        let names = try container(keyedBy: AnyName.self).allKeys.map(\.stringValue)
        guard let unknown = names.filter({ !known.contains($0) }).min() else { return }
        let hint =
            Spelling.nearest(to: unknown, of: known).map { "Did you mean \"\($0)\"?" }
            ?? "There are \(known.joined(separator: ", "))."
        throw DecodingError.dataCorrupted(
            .init(codingPath: codingPath, debugDescription: "There is no \"\(unknown)\" here. \(hint)"))
    }
}
