public import PlatformFoundation
import PostcardCore

/// The terms under which a photo may be used, as far as Postcard has to know them.
public struct License: Sendable, Hashable, Codable {
    /// A stable short name such as `cc-by-2.0` or `all-rights-reserved`.
    public let id: String

    /// The name to show, such as `CC BY 2.0`.
    public let name: String

    /// The address of the terms.
    public let url: URL?

    /// True if an altered version (a crop, a meme) may be passed on.
    public let allowsDerivatives: Bool

    /// True if the author has to be named.
    public let requiresAttribution: Bool

    init(id: String, name: String, url: String, allowsDerivatives: Bool, requiresAttribution: Bool) {
        self.id = id
        self.name = name
        self.url = URL(string: url)
        self.allowsDerivatives = allowsDerivatives
        self.requiresAttribution = requiresAttribution
    }

    /// No right beyond looking at it where it is shown.
    public static let allRightsReserved = License(
        id: "all-rights-reserved", name: "All rights reserved", url: "", allowsDerivatives: false,
        requiresAttribution: true)

    /// The Creative Commons dedication to the public domain.
    public static let cc0 = License(
        id: "cc0-1.0", name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/",
        allowsDerivatives: true, requiresAttribution: false)

    /// The mark on works that are in the public domain already.
    public static let publicDomainMark = License(
        id: "pdm-1.0", name: "Public Domain Mark 1.0", url: "https://creativecommons.org/publicdomain/mark/1.0/",
        allowsDerivatives: true, requiresAttribution: false)

    /// The institution that holds the work knows of no copyright in it.
    public static let noKnownRestrictions = License(
        id: "no-known-copyright-restrictions", name: "No known copyright restrictions",
        url: "https://www.flickr.com/commons/usage/", allowsDerivatives: true, requiresAttribution: false)

    /// A work of the United States government.
    public static let unitedStatesGovernment = License(
        id: "us-government-work", name: "United States Government Work",
        url: "https://www.usa.gov/government-copyright", allowsDerivatives: true, requiresAttribution: false)

    /// A Creative Commons licence. `elements` are the conditions in the order of the licence's name, such as
    /// `by-nc-sa`. `version` is such as `4.0`.
    static func creativeCommons(_ elements: String, _ version: String) -> License {
        License(
            id: "cc-\(elements)-\(version)", name: "CC \(elements.uppercased()) \(version)",
            url: "https://creativecommons.org/licenses/\(elements)/\(version)/",
            allowsDerivatives: LicenseIdentifier.allowsDerivatives(elements), requiresAttribution: true)
    }

    /// Terms that Postcard does not know and therefore takes as allowing nothing.
    static func unknown(_ label: String) -> License {
        License(
            id: "unknown-\(label)", name: "Unknown licence (\(label))", url: "", allowsDerivatives: false,
            requiresAttribution: true)
    }
}

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
            let found = matching(part.trimmed)
            guard !found.isEmpty else { throw UnknownLicense(name: part.trimmed) }
            licenses.formUnion(found)
        }
        return licenses
    }

    /// Every licence that has a name of its own here.
    static let known: [License] =
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
