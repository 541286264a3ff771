import HTTPTypes
import PlatformFoundation
import PostcardCore

/// The description of the service after the OpenAPI Specification 3.1.
struct OpenAPIDocument {
    let features: APIFeatures
    let operations: [Operation]
    /// The schemas of responses by name.
    let schemas: [String: JSONValue]
    /// Raised when clients have to change.
    private static let version = "1.0.0"

    private static let explanation = """
        Pictures in other sizes, memes, contact sheets, and the pins, albums, journals and memes of a library.

        Two schemes of addresses cannot be described as a whole, since a path may have any number of parts. Of thumbor's there are \
        the usual forms; trim, a crop, alignments and smart stand where they do in thumbor's documentation. Memes have as many \
        parts of the path as lines; here are those with up to three. A picture's name may have slashes.
        """

    /// The document as JSON.
    func encoded() throws -> Data {
        try JSONEncoder.compact.encode(document)
    }

    private var document: JSONValue {
        var paths: [String: JSONValue] = [:]
        for operation in operations.flatMap(\.described) {
            var members = [operation.method.rawValue.lowercased(): operation.node(features)]
            if !operation.parts.isEmpty {
                members["parameters"] = .array(operation.parts.map { $0.node(in: "path") })
            }
            paths[operation.path.description] = (paths[operation.path.description] ?? [:]).adding(members)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Postcard", "version": .text(Self.version), "description": .text(Self.explanation),
            ],
            "paths": JSONValue(paths),
            "components": [
                "schemas": JSONValue(schemas),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
        ]
    }
}
