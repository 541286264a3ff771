import HTTPTypes

/// The pictures that a key signs for, or that a preset shows: those whose names begin with one of its prefixes.
///
/// It holds for each picture that is looked for, and for the place that each comes from after redirects and links.
struct PictureScope: Sendable {
    /// The scope's owner in messages, as in "The preset card does not show".
    let refusal: String
    let prefixes: [PicturePrefix]
    /// The pictures that the settings put into addresses: who asks for one does not name them.
    let givenNames: [String]

    /// Returns whether a picture is within the scope.
    func permits(_ picture: String) -> Bool { isGiven(picture) || prefixes.contains { $0.contains(picture) } }

    private func isGiven(_ picture: String) -> Bool { givenNames.contains { $0.utf8.elementsEqual(picture.utf8) } }

    /// - Throws: `HTTPError` with status 403 for a picture that is not within the scope.
    func require(_ picture: String) throws(HTTPError) {
        guard permits(picture) else {
            throw HTTPError(.forbidden, "\(refusal) the picture \(picture.prefix(200)).")
        }
    }

    /// Checks the place that a picture really comes from.
    ///
    /// - Parameters:
    ///   - place: the address after all redirects, or the file's name without links.
    ///   - picture: the name that led there.
    /// - Throws: `HTTPError` with status 403 for a place that is not within the scope.
    func require(_ place: String, reachedBy picture: String) throws(HTTPError) {
        guard isGiven(picture) || permits(place) else {
            throw HTTPError(.forbidden, "The picture's name leads to another place. \(refusal) pictures from there.")
        }
    }
}
