extension License {
    /// The licences that a short name means, as people write them.
    ///
    /// - `cc-by-4.0` or any other ``id``: that one
    /// - `cc-by`, `cc-by-sa` …: all versions of it
    /// - `cc0`, `public-domain`: what is free of copyright, or is not known to have any
    /// - `derivatives`: all that allow an altered copy, such as a meme, to be passed on
    ///
    /// - Parameter label: The short name, in any case.
    /// - Returns: Nothing for a name that is not known.
    public static func matching(_ label: String) -> Set<License> {
        let label = label.lowercased()
        switch label {
        case "derivatives": return Set(known.filter(\.allowsDerivatives))
        case "public-domain": return Set(known.filter { !$0.requiresAttribution })
        case "cc0": return [.cc0]
        default: return Set(known.filter { $0.id == label || $0.family == label })
        }
    }

    /// The short names of all licences, each of which ``matching(_:)`` knows, in order.
    package static let names = Set(
        ["derivatives", "public-domain", "cc0"] + known.flatMap { [$0.id, $0.family].compactMap(\.self) }
    )
    .sorted()

    /// The id without its version; `nil` where it has none.
    private var family: String? {
        guard let dash = id.lastIndex(of: "-"), id[dash...].dropFirst().first?.isNumber == true else { return nil }
        return String(id[..<dash])
    }

    /// The licences that any of several short names means.
    ///
    /// - Parameter list: short names with commas between them.
    /// - Returns: The licences.
    /// - Throws: `UnknownLicense` for a name that means none.
    package static func matching(list: String) throws(UnknownLicense) -> Set<License> {
        var licenses: Set<License> = []
        for part in list.split(separator: ",") {
            let end = part.lastIndex { !$0.isWhitespace }.map { part.index(after: $0) } ?? part.startIndex
            let name = part[..<end].drop(while: \.isWhitespace)
            let found = matching(String(name))
            guard !found.isEmpty else { throw UnknownLicense(name: String(name)) }
            licenses.formUnion(found)
        }
        return licenses
    }

    /// Every licence that has a name of its own here.
    private static let known: [License] =
        allOnFlickr + [.publicDomainOnCommons]
        + ["1.0", "2.0", "2.5", "3.0", "4.0"].flatMap { version in
            ["by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd"].map { creativeCommons($0, version) }
        }
}

/// A short name that no licence has.
package struct UnknownLicense: Error {
    /// The name as it was written.
    package let name: String
}
