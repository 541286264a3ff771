import HTTPTypes

extension HTTPFields {
    /// The versions that the client means, `nil` when it means any.
    var versionsWanted: String? {
        let lines = self[values: .ifMatch]
        return lines.isEmpty ? nil : lines.joined(separator: ",")
    }
}

extension HTTPError {
    /// The thing has another version than the client means.
    static let otherVersion = HTTPError(
        .preconditionFailed, "It was changed since it was read, so nothing was done. Read it again.")
}
