import HTTPTypes

/// The pictures that a key or a preset applies to: those whose names start with one of its prefixes.
///
/// The scope is checked for each name in a request, and for the picture's location after redirects and links.
struct PictureScope: Sendable {
    /// The first words of the message for a picture outside the scope, such as "The card preset does not allow".
    let refusal: String
    let prefixes: [PicturePrefix]
    /// The names of pictures that the settings add to requests. They are always permitted.
    let givenNames: [String]

    /// Returns true if a picture is within the scope.
    func permits(_ picture: String) -> Bool { isGiven(picture) || prefixes.contains { $0.contains(picture) } }

    private func isGiven(_ picture: String) -> Bool { givenNames.contains { $0.utf8.elementsEqual(picture.utf8) } }

    /// Checks that a picture is within the scope.
    ///
    /// - Throws: `HTTPError` with status 403 if it is not.
    func require(_ picture: String) throws(HTTPError) {
        guard permits(picture) else {
            throw HTTPError(.forbidden, "\(refusal) the picture \(picture.prefix(200)).")
        }
    }

    /// Checks that the location of a picture is within the scope.
    ///
    /// - Parameters:
    ///   - location: the URL after all redirects, or the file's name after resolving links.
    ///   - picture: the name in the request.
    /// - Throws: `HTTPError` with status 403 if it is not.
    func require(_ location: String, reachedBy picture: String) throws(HTTPError) {
        guard isGiven(picture) || permits(location) else {
            throw HTTPError(
                .forbidden, "The picture's name leads to a different location. \(refusal) pictures from that location.")
        }
    }
}
