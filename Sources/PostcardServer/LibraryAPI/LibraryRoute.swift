import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

/// An operation of the library with the function that runs it.
struct LibraryRoute: Sendable {
    private(set) var operation: Operation
    /// The scope of tokens that allow the operation.
    let scope: TokenScope
    /// Returns the entity tag of the resource at the address, which GET sends and `If-Match` can name; `nil` where it has none.
    var version: (@Sendable (LibraryCall) throws -> String)? {
        didSet { operation.hasVersions = version != nil }
    }
    let run: @Sendable (LibraryCall) async throws -> Response

    /// - Parameters:
    ///   - scope: the scope of tokens that allow the operation; `nil` for the default of the method.
    ///   - kind: the kind of the record that it creates, under an id that the client may choose; `nil` for none.
    init(
        _ method: HTTPRequest.Method, _ path: String, name: String, summary: String, scope: TokenScope? = nil,
        parameters: [Operation.Parameter] = [], bodies: [Operation.Content] = [], creates kind: RecordKind? = nil,
        reply: Operation.Reply, alternative: Operation.Reply? = nil, errors: Set<Int> = [],
        run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) {
        var errors = errors.union([401, 403, 429, 503])
        var (parameters, replies) = (parameters, [reply, alternative].compactMap(\.self))
        if let kind {
            parameters.append(.chosenID(of: kind))
            errors.insert(409)
            var known = reply
            known.status = .ok
            known.explanation = "What an earlier request created under this id. Nothing was written."
            replies.append(known)
        }
        if !parameters.isEmpty || !bodies.isEmpty { errors.insert(400) }
        if !bodies.isEmpty { errors.formUnion([413, 415, 422]) }
        let path = PathTemplate(path)
        if !path.parameters.isEmpty { errors.insert(404) }
        self.scope = scope ?? (method == .get ? .read : .write)
        operation = Operation(
            method: method, path: path, name: name, summary: summary, tag: Operation.library, route: Operation.library,
            permission: .token(self.scope), parts: path.parameters.map(Self.part), parameters: parameters,
            bodies: bodies, replies: replies, errors: errors)
        self.run = run
    }

    /// Returns the route that reads a resource with versions. `value` returns what is sent as JSON.
    static func resource<Value: Encodable & SendableMetatype>(
        _ path: String, name: String, summary: String, schema: JSONValue, errors: Set<Int> = [],
        value: @escaping @Sendable (LibraryCall) throws -> Value
    ) -> LibraryRoute {
        var route = LibraryRoute(.get, path, name: name, summary: summary, reply: .one(schema), errors: errors) {
            try $0.json(try value($0))
        }
        route.version = { EntityTags.tag(of: try ListingEncoder.encode(try value($0))) }
        return route
    }

    /// Returns the route that reads a list of items page by page.
    static func list(
        _ path: String, name: String, summary: String, of item: JSONValue, scope: TokenScope? = nil,
        filters: [Operation.Parameter] = [], run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) -> LibraryRoute {
        LibraryRoute(
            .get, path, name: name, summary: summary, scope: scope, parameters: filters + Operation.Parameter.pages,
            reply: .page(item), run: run)
    }

    /// Returns the route that reads a file of one of these media types, or a part of it.
    static func file(
        _ path: String, name: String, summary: String, types: String..., alternative: Operation.Reply? = nil,
        errors: Set<Int> = [], run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) -> LibraryRoute {
        LibraryRoute(
            .get, path, name: name, summary: summary, parameters: [.version], reply: .file(types),
            alternative: alternative, errors: errors.union([304, 416]), run: run)
    }

    /// Returns the route that reads a rendition of a picture or video, which `original` returns.
    static func rendition(
        _ path: String, name: String, summary: String, of original: @escaping @Sendable (LibraryCall) throws -> Original
    ) -> LibraryRoute {
        file(path, name: name, summary: summary, types: "image/jpeg", "image/webp") {
            try await $0.rendition(of: original($0))
        }
    }

    /// Returns the route that deletes a record with its dependents.
    static func delete(_ kind: RecordKind, at path: String, name: String, summary: String) -> LibraryRoute {
        LibraryRoute(.delete, path, name: name, summary: summary, reply: .noContent) { try $0.delete(kind) }
    }

    private static func part(_ name: String) -> Operation.Parameter {
        let schema: JSONValue =
            switch name {
            // The sizes of the settings, and widths in pixels.
            case "size": Schema.choice(DerivedSize.allCases.map(\.rawValue) + PictureWidth.allCases.map(\.name))
            case "number": Schema.ordinal
            case "job": Schema.string
            case "id": Schema.anyID
            default: Schema.id(name)
            }
        return Operation.Parameter(name, "", schema)
    }
}
