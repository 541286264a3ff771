import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

/// The endpoints of a library.
extension Endpoint<LibraryService> {
    /// - Parameters:
    ///   - scope: the required token scope; `nil` for the method's default.
    ///   - kind: the kind of record that the endpoint creates, with an id that the client may choose; `nil` if it creates none.
    init(
        _ method: HTTPRequest.Method, _ path: String, name: String, summary: String, scope: TokenScope? = nil,
        parameters: [Operation.Parameter] = [], bodies: [Operation.Content] = [], creates kind: RecordKind? = nil,
        reply: Operation.Reply, alternative: Operation.Reply? = nil, errors: Set<Int> = [],
        run: @escaping @Sendable (Call<LibraryService>) async throws -> Response
    ) {
        var errors = errors.union([401, 403, 429, 503])
        var (parameters, replies) = (parameters, [reply, alternative].compactMap(\.self))
        if let kind {
            parameters.append(.chosenID(of: kind))
            errors.insert(409)
            var known = reply
            known.status = .ok
            known.explanation = "The item that an earlier request created with this id. Nothing was changed."
            replies.append(known)
        }
        if !parameters.isEmpty || !bodies.isEmpty { errors.insert(400) }
        if !bodies.isEmpty { errors.formUnion([413, 415, 422]) }
        let path = PathTemplate(path)
        if !path.parameters.isEmpty { errors.insert(404) }
        self.init(
            Operation(
                method: method, path: path, name: name, summary: summary, tag: Operation.library,
                route: Operation.library, permission: .token(scope ?? (method == .get ? .read : .write)),
                parts: path.parameters.map(Self.part), parameters: parameters, bodies: bodies, replies: replies,
                errors: errors), run: run)
    }

    /// Returns the endpoint that reads a resource with versions. `value` returns the value to send as JSON.
    static func resource<Value: Encodable & SendableMetatype>(
        _ path: String, name: String, summary: String, schema: JSONValue, errors: Set<Int> = [],
        value: @escaping @Sendable (Call<LibraryService>) throws -> Value
    ) -> Self {
        var endpoint = Endpoint(.get, path, name: name, summary: summary, reply: .one(schema), errors: errors) {
            try $0.document(try value($0))
        }
        endpoint.version = { EntityTags.tag(of: try ListingEncoder.encode(try value($0))) }
        endpoint.readsOneMoment = true
        return endpoint
    }

    /// Returns the endpoint that reads a list page by page. `run` responds with a page.
    static func list(
        _ path: String, name: String, summary: String, of schema: JSONValue, scope: TokenScope? = nil,
        filters: [Operation.Parameter] = [], run: @escaping @Sendable (Call<LibraryService>) throws -> Response
    ) -> Self {
        var endpoint = Endpoint(
            .get, path, name: name, summary: summary, scope: scope, parameters: filters + Operation.Parameter.pages,
            reply: .page(schema), run: run)
        endpoint.readsOneMoment = true
        return endpoint
    }

    /// Returns the endpoint that reads a file of one of these media types, or a part of it.
    static func file(
        _ path: String, name: String, summary: String, types: String..., scope: TokenScope? = nil,
        parameters: [Operation.Parameter] = [], alternative: Operation.Reply? = nil, errors: Set<Int> = [],
        run: @escaping @Sendable (Call<LibraryService>) async throws -> Response
    ) -> Self {
        Endpoint(
            .get, path, name: name, summary: summary, scope: scope, parameters: [.version] + parameters,
            reply: .file(types), alternative: alternative, errors: errors.union([304, 416]), run: run)
    }

    /// Returns the endpoint that reads a rendition of the picture or video that `original` returns.
    static func rendition(
        _ path: String, name: String, summary: String, scope: TokenScope? = nil,
        of original: @escaping @Sendable (Call<LibraryService>) throws -> Original
    ) -> Self {
        file(path, name: name, summary: summary, types: "image/jpeg", "image/webp", scope: scope) {
            try await $0.rendition(of: original($0))
        }
    }

    /// Returns the endpoint that deletes a record with its dependents.
    static func delete(_ kind: RecordKind, at path: String, name: String, summary: String) -> Self {
        Endpoint(.delete, path, name: name, summary: summary, reply: .noContent) { try $0.delete(kind) }
    }

    private static func part(_ name: String) -> Operation.Parameter {
        let schema: JSONValue =
            switch name {
            // The valid values are the sizes in the settings, and widths in pixels.
            case "size": Schema.choice(RenditionSize.allCases.map(\.rawValue) + PictureWidth.allCases.map(\.name))
            case "number": Schema.ordinal
            case "job": Schema.string
            case "id": Schema.anyID
            case "template": Schema.pattern("^[a-z0-9][a-z0-9-]{0,59}$", "").adding(["examples": ["two-doors"]])
            default: Schema.id(name)
            }
        return Operation.Parameter(name, "", schema)
    }
}
