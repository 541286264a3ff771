import HTTPTypes
import PostcardCore

extension Call {
    /// Decodes a JSON body, which may contain only the members in the operation's schema.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Throws: `HTTPError` with status 400, 413, 415 or 422 for a body that the operation does not accept.
    func body<Body: Decodable>(_ type: Body.Type = Body.self, limit: Int = 1 << 20) async throws -> Body {
        let content = try content("application/json")
        return try BodyReader(schema: content.schema).read(try await request.bytes(limit: limit))
    }

    /// Returns the operation's content for the media type of the body.
    ///
    /// - Throws: `HTTPError` with status 415 for other media types.
    @discardableResult
    func content(_ mediaType: String) throws(HTTPError) -> Operation.Content {
        guard let content = operation.bodies.first(where: { $0.mediaType == mediaType }),
            request.mediaType == mediaType
        else {
            let known = operation.bodies.map(\.mediaType)
            throw HTTPError(
                .unsupportedMediaType, "The body must be \(known.joined(separator: " or ")).",
                headers: [.accept: known.joined(separator: ", ")])
        }
        return content
    }
}
