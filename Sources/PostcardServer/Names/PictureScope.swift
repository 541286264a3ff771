import HTTPTypes

/// The pictures that a key may sign for or a preset may show: those whose names begin with one of its prefixes.
///
/// It is checked for each name in a request, and for the place that a picture comes from after redirects and links.
struct PictureScope: Sendable {
    /// The beginning of the message of a refusal, as in "The preset card does not show".
    let refusal: String
    let prefixes: [PicturePrefix]
    /// The names of pictures that settings put into requests, which are always permitted.
    let givenNames: [String]

    /// Returns true for a picture within the scope.
    func permits(_ picture: String) -> Bool { isGiven(picture) || prefixes.contains { $0.contains(picture) } }

    private func isGiven(_ picture: String) -> Bool { givenNames.contains { $0.utf8.elementsEqual(picture.utf8) } }

    /// Checks that a picture is within the scope.
    ///
    /// - Throws: `HTTPError` with status 403 for one that is not.
    func require(_ picture: String) throws(HTTPError) {
        guard permits(picture) else {
            throw HTTPError(.forbidden, "\(refusal) the picture \(picture.prefix(200)).")
        }
    }

    /// Checks that the place that a picture comes from is within the scope.
    ///
    /// - Parameters:
    ///   - place: the address after all redirects, or the file's name without links.
    ///   - picture: the name in the request.
    /// - Throws: `HTTPError` with status 403 for a place that is not.
    func require(_ place: String, reachedBy picture: String) throws(HTTPError) {
        guard isGiven(picture) || permits(place) else {
            throw HTTPError(.forbidden, "The picture's name leads to another place. \(refusal) pictures from there.")
        }
    }
}
