extension License {
    /// The terms that a file's description names.
    ///
    /// Commons takes only what may be altered and used for any purpose, so that derivatives are allowed under every
    /// licence it knows by name.
    ///
    /// - Parameter metadata: The description by the names of CommonsMetadata.
    init(commons metadata: [String: String]) {
        let code = (metadata["License"] ?? "").lowercased()
        let name = HTMLText.plain(metadata["LicenseShortName"] ?? "")
        switch code {
        case "cc0": self = .cc0
        case "pd": self = .publicDomainOnCommons
        default:
            if let known = Self.creativeCommons(code) {
                self = known
            } else if metadata["NonFree"] == nil, !name.isEmpty {
                self = License(
                    id: "commons-\(code.isEmpty ? name.lowercased() : code)", name: name,
                    url: metadata["LicenseUrl"] ?? "", allowsDerivatives: true,
                    requiresAttribution: metadata["AttributionRequired"] != "false")
            } else {
                self = .unknown("commons")
            }
        }
    }

    /// Files without copyright, for one of many reasons that the file's page tells.
    static let publicDomainOnCommons = License(
        id: "public-domain", name: "Public domain", url: "https://commons.wikimedia.org/wiki/Template:PD",
        allowsDerivatives: true, requiresAttribution: false)

    /// `cc-by-4.0` and the like; not the versions for single countries, whose terms have pages of their own.
    private static func creativeCommons(_ code: String) -> License? {
        let parts = code.split(separator: "-")
        guard parts.count >= 3, parts[0] == "cc", let version = parts.last,
            ["1.0", "2.0", "2.5", "3.0", "4.0"].contains(version)
        else { return nil }
        let elements = parts[1..<(parts.count - 1)].joined(separator: "-")
        guard ["by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd"].contains(elements) else { return nil }
        return .creativeCommons(elements, String(version))
    }
}
