public import PlatformFoundation
import PostcardCore

/// The terms of a photo that matter to Postcard.
public struct License: Sendable, Hashable, Codable {
    /// A stable short name such as `cc-by-2.0` or `all-rights-reserved`.
    public let id: String

    /// The human-readable name, such as `CC BY 2.0`.
    public let name: String

    /// The URL of the terms; `nil` if there is none.
    public let url: URL?

    /// True if changed versions, such as crops and memes, may be shared.
    public let allowsDerivatives: Bool

    /// True if the author must be credited.
    public let requiresAttribution: Bool

    /// Makes a custom license. Licenses are equal if all their properties are equal.
    ///
    /// - Parameters:
    ///   - id: a stable short name, such as `city-archive`.
    ///   - name: the human-readable name, such as `Terms of the City Archive`.
    ///   - url: the URL of the terms; `nil` if there is none.
    ///   - allowsDerivatives: true if changed versions, such as crops and memes, may be shared.
    ///   - requiresAttribution: true if the author must be credited.
    public init(id: String, name: String, url: URL? = nil, allowsDerivatives: Bool, requiresAttribution: Bool) {
        self.id = id
        self.name = name
        self.url = url
        self.allowsDerivatives = allowsDerivatives
        self.requiresAttribution = requiresAttribution
    }

    package init(id: String, name: String, url: String, allowsDerivatives: Bool, requiresAttribution: Bool) {
        self.init(
            id: id, name: name, url: URL(string: url), allowsDerivatives: allowsDerivatives,
            requiresAttribution: requiresAttribution)
    }

    /// All rights reserved: the photo may be viewed only where it is published.
    public static let allRightsReserved = License(
        id: "all-rights-reserved", name: "All rights reserved", allowsDerivatives: false,
        requiresAttribution: true)

    /// The Creative Commons dedication to the public domain.
    public static let cc0 = License(
        id: "cc0-1.0", name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/",
        allowsDerivatives: true, requiresAttribution: false)

    /// The mark for works that are already in the public domain.
    public static let publicDomainMark = License(
        id: "pdm-1.0", name: "Public Domain Mark 1.0", url: "https://creativecommons.org/publicdomain/mark/1.0/",
        allowsDerivatives: true, requiresAttribution: false)

    /// The institution that holds the work is not aware of any copyright.
    package static let noKnownRestrictions = License(
        id: "no-known-copyright-restrictions", name: "No known copyright restrictions",
        url: "https://www.flickr.com/commons/usage/", allowsDerivatives: true, requiresAttribution: false)

    /// A work of the United States government.
    package static let unitedStatesGovernment = License(
        id: "us-government-work", name: "United States Government Work",
        url: "https://www.usa.gov/government-copyright", allowsDerivatives: true, requiresAttribution: false)

    /// The terms of files in the public domain on Wikimedia Commons. The file's page states the reason.
    package static let publicDomainOnCommons = License(
        id: "public-domain", name: "Public domain", url: "https://commons.wikimedia.org/wiki/Template:PD",
        allowsDerivatives: true, requiresAttribution: false)

    /// Returns a Creative Commons license, such as CC BY-SA 4.0 for `.creativeCommons("by-sa", "4.0")`.
    ///
    /// - Parameters:
    ///   - elements: the conditions in lowercase, in the order used in the license's name: `by`, `by-sa`, `by-nc`, `by-nd`, `by-nc-sa` or
    ///     `by-nc-nd`.
    ///   - version: the version: `1.0`, `2.0`, `2.5`, `3.0` or `4.0`.
    public static func creativeCommons(_ elements: String, _ version: String) -> License {
        License(
            id: "cc-\(elements)-\(version)", name: "CC \(elements.uppercased()) \(version)",
            url: "https://creativecommons.org/licenses/\(elements)/\(version)/",
            allowsDerivatives: LicenseIdentifier.allowsDerivatives(elements), requiresAttribution: true)
    }

    /// Returns a license for unknown terms. It allows nothing.
    package static func unknown(_ label: String) -> License {
        License(
            id: "unknown-\(label)", name: "Unknown license (\(label))", allowsDerivatives: false,
            requiresAttribution: true)
    }
}

extension License {
    /// Returns the licenses that a short name refers to.
    ///
    /// - `cc-by-4.0` or any other ``id``: that license
    /// - `cc-by`, `cc-by-sa` …: all versions of that license
    /// - `cc0`: the CC0 dedication
    /// - `public-domain`: all licenses that require no attribution
    /// - `derivatives`: all licenses that allow changed copies, such as memes, to be shared
    ///
    /// - Parameter label: the short name, in any case.
    /// - Returns: the licenses; empty for an unknown name.
    package static func matching(_ label: String) -> Set<License> {
        let label = label.lowercased()
        switch label {
        case "derivatives": return Set<License>(known.filter(\.allowsDerivatives))
        case "public-domain": return Set<License>(known.filter { !$0.requiresAttribution })
        case "cc0": return [.cc0]
        default: return Set<License>(known.filter { $0.id == label || $0.family == label })
        }
    }

    /// The short names that ``matching(_:)`` accepts, sorted.
    package static let names = Set<NameKey>(
        names: ["derivatives", "public-domain", "cc0"] + known.flatMap { [$0.id, $0.family].compactMap(\.self) }
    )
    .sortedNames()

    /// The id without its version; `nil` if the id has no version.
    private var family: String? {
        guard let dash = id.lastIndex(of: "-"), id[dash...].dropFirst().first?.isNumber == true else { return nil }
        return String(id[..<dash])
    }

    /// Returns the licenses that a list of short names refers to.
    ///
    /// - Parameter list: the short names, separated by commas.
    /// - Throws: `UnknownLicense` for an unknown name.
    package static func matching(list: String) throws(UnknownLicense) -> Set<License> {
        var licenses: Set<License> = []
        for part in list.split(separator: ",") {
            let found = matching(part.trimmed)
            guard !found.isEmpty else { throw UnknownLicense(name: part.trimmed) }
            licenses.formUnion(found)
        }
        return licenses
    }

    /// All licenses that short names can refer to.
    package static let known: [License] =
        [
            .allRightsReserved, .noKnownRestrictions, .unitedStatesGovernment, .cc0, .publicDomainMark,
            .publicDomainOnCommons,
        ]
        + ["1.0", "2.0", "2.5", "3.0", "4.0"].flatMap { version in
            ["by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd"].map { creativeCommons($0, version) }
        }
}

extension License {
    private static let localFileID = "local-file"

    /// True if these are the terms of a local file.
    package var isLocalFile: Bool { id == Self.localFileID }

    /// Returns the terms of a local file: its owner may use it in any way. The copyright notice in the file must be shown with the photo.
    package static func localFile(copyright: String?) -> License {
        License(
            id: localFileID, name: copyright ?? "Local file", allowsDerivatives: true,
            requiresAttribution: copyright != nil)
    }
}
