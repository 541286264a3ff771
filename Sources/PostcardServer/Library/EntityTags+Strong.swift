internal import HTTPTypes

extension EntityTags {
    /// `If-Match`, RFC 9110 section 13.1.1, by strong comparison: what is only alike may not be changed.
    ///
    /// - Parameter field: all of the field; there is a version, so `*` matches.
    static func matchesStrongly(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { entry in
            let entry = entry.trimmingSpaces()
            return entry == "*" || entry == tag
        }
    }
}

extension HTTPFields {
    /// The versions that the client means, `nil` when it means any.
    var versionsWanted: String? {
        let lines = self[values: .ifMatch]
        return lines.isEmpty ? nil : lines.joined(separator: ",")
    }
}

extension ServerFault {
    /// The thing has another version than the client means.
    static let otherVersion = ServerFault(
        .preconditionFailed, "It was changed since it was read, so nothing was done. Read it again.")
}
