extension JSONValue {
    /// Returns this value, plus those members of an older version that this value's type does not have.
    ///
    /// A member is unknown if it is lost when the older version is decoded into the type and encoded again. A member that is missing only
    /// from this value may be a known member that was removed.
    ///
    /// - Parameters:
    ///   - stored: the older version.
    ///   - known: the older version after decoding into the type and encoding again.
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
        let storedValues = Member.values(stored)
        let knownValues = Member.values(known)
        var result = members.map { member in
            guard let stored = storedValues[member.name], let known = knownValues[member.name] else { return member }
            return Member(name: member.name, value: member.value.keepingUnknown(of: stored, known: known))
        }
        let names = Set(names: members.map(\.name))
        result += stored.filter { knownValues[$0.name] == nil && !names.contains($0.name) }
        return result
    }

    /// Merges the elements of arrays. An element is matched with the stored element that has the same `id` or, if there are no ids, with a
    /// stored element that is equal after decoding into the type.
    private static func keepingUnknown(
        _ elements: [JSONValue], of stored: [(stored: JSONValue, known: JSONValue)]
    ) -> [JSONValue] {
        // Elements are looked up by their id or, if they have no id, by their whole value.
        let matches = [[UInt8]: (stored: JSONValue, known: JSONValue)](
            stored.map { (($0.known["id"] ?? $0.known).bytes, $0) }
        ) { first, _ in first }
        return elements.map { element in
            guard element.members != nil, let match = matches[(element["id"] ?? element).bytes] else { return element }
            return element.keepingUnknown(of: match.stored, known: match.known)
        }
    }
}
