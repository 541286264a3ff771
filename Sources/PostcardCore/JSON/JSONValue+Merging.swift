extension JSONValue {
    /// This value, as a type writes it now, with everything that an older text says and the type does not know.
    ///
    /// A member is unknown to the type if it is in the older text, and no longer there once that text was read into the
    /// type and written again. (Missing in the new value is not enough: the type may know the member and have emptied
    /// it.)
    ///
    /// - Parameters:
    ///   - stored: the older text.
    ///   - known: the older text read into the type and written again.
    /// - Returns: the merged value.
    package func keepingUnknown(of stored: JSONValue, known: JSONValue) -> JSONValue {
        switch (self, stored, known) {
        case (.object(let members), .object(let storedMembers), .object(let knownMembers)):
            .object(Self.keepingUnknown(members, of: storedMembers, known: knownMembers))
        case (.array(let elements), .array(let storedElements), .array(let knownElements))
        where storedElements.count == knownElements.count:
            .array(Self.keepingUnknown(elements, of: Array(zip(storedElements, knownElements))))
        default: self
        }
    }

    private static func keepingUnknown(_ members: [Member], of stored: [Member], known: [Member]) -> [Member] {
        let storedValues = Dictionary(stored.map { ($0.name, $0.value) }) { _, last in last }
        let knownValues = Dictionary(known.map { ($0.name, $0.value) }) { _, last in last }
        var result = members.map { member in
            guard let stored = storedValues[member.name], let known = knownValues[member.name] else { return member }
            return Member(name: member.name, value: member.value.keepingUnknown(of: stored, known: known))
        }
        let names = Set(members.map(\.name))
        result += stored.filter { knownValues[$0.name] == nil && !names.contains($0.name) }
        return result
    }

    /// An element goes with the stored one that has the same `id`, or else with one that the type cannot tell from it.
    private static func keepingUnknown(
        _ elements: [JSONValue], of stored: [(stored: JSONValue, known: JSONValue)]
    ) -> [JSONValue] {
        // Elements are looked up by their id, or whole.
        let matches = Dictionary(stored.map { ($0.known["id"] ?? $0.known, $0) }) { first, _ in first }
        return elements.map { element in
            guard element.members != nil, let match = matches[element["id"] ?? element] else { return element }
            return element.keepingUnknown(of: match.stored, known: match.known)
        }
    }
}
