import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

/// An operation of the library with the function that runs it.
struct LibraryOperation: Sendable {
    private(set) var operation: Operation
    /// Returns the entity tag of the thing at the address, which GET sends and `If-Match` can name; `nil` where it has none.
    var version: (@Sendable (LibraryCall) throws -> String)? {
        didSet { operation.hasVersions = version != nil }
    }
    let run: @Sendable (LibraryCall) async throws -> Response

    /// - Parameters:
    ///   - scope: the scope of tokens that allow the operation; `nil` for the default of the method.
    ///   - kind: the kind of the thing that it creates, under an id that the client may choose; `nil` for none.
    init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ summary: String, scope: TokenScope? = nil,
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
        operation = Operation(
            method: method, path: path, name: name, summary: summary, tag: Operation.library, route: Operation.library,
            permission: .token(scope ?? (method == .get ? .read : .write)), parts: path.parameters.map(Self.part),
            parameters: parameters, bodies: bodies, replies: replies, errors: errors)
        self.run = run
    }

    /// Makes the operation that reads a thing with versions. `value` returns what is sent as JSON.
    static func thing<Value: Encodable & SendableMetatype>(
        _ path: String, _ name: String, _ summary: String, _ schema: JSONValue, errors: Set<Int> = [],
        value: @escaping @Sendable (LibraryCall) throws -> Value
    ) -> LibraryOperation {
        var operation = LibraryOperation(.get, path, name, summary, reply: .one(schema), errors: errors) { call in
            try call.json(try value(call))
        }
        operation.version = { try Representation(try value($0)).tag }
        return operation
    }

    /// Makes the operation that reads a list page by page.
    static func list(
        _ path: String, _ name: String, _ summary: String, _ schema: JSONValue, scope: TokenScope? = nil,
        filters: [Operation.Parameter] = [], run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) -> LibraryOperation {
        LibraryOperation(
            .get, path, name, summary, scope: scope, parameters: filters + Operation.Parameter.pages,
            reply: .page(schema), run: run)
    }

    /// Makes the operation that reads a file of one of these media types, or a part of it.
    static func file(
        _ path: String, _ name: String, _ summary: String, _ types: String..., alternative: Operation.Reply? = nil,
        errors: Set<Int> = [], run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) -> LibraryOperation {
        LibraryOperation(
            .get, path, name, summary, parameters: [.version], reply: .file(types),
            alternative: alternative, errors: errors.union([304, 416]), run: run)
    }

    /// Makes the operation that reads a rendition of a picture or video, which `original` returns.
    static func smaller(
        _ path: String, _ name: String, _ summary: String,
        original: @escaping @Sendable (LibraryCall) throws -> Original
    ) -> LibraryOperation {
        file(path, name, summary, "image/jpeg", "image/webp") { try await $0.smaller(of: original($0)) }
    }

    /// Makes the operation that deletes a thing with its dependents.
    static func deletion(
        of kind: RecordKind, _ path: String, _ name: String, _ summary: String
    ) -> LibraryOperation {
        LibraryOperation(.delete, path, name, summary, reply: .nothing) { try $0.delete(kind) }
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
