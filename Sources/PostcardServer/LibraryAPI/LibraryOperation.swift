import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

/// An operation of the library, and how it is done.
struct LibraryOperation: Sendable {
    private(set) var operation: Operation
    /// The version of what is at the address, which GET gives and `If-Match` means; `nil` where there is none.
    var version: (@Sendable (LibraryCall) throws -> String)? {
        didSet { operation.hasVersions = version != nil }
    }
    let run: @Sendable (LibraryCall) async throws -> Response

    /// - Parameters:
    ///   - scope: of the tokens that allow it; `nil` for the usual one of the method.
    ///   - kind: the kind of what it creates, under an id that the client may choose.
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

    /// Reads one thing that has versions. `value` reads it.
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

    /// Reads a list page by page.
    static func list(
        _ path: String, _ name: String, _ summary: String, _ schema: JSONValue, scope: TokenScope? = nil,
        filters: [Operation.Parameter] = [], run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) -> LibraryOperation {
        LibraryOperation(
            .get, path, name, summary, scope: scope, parameters: filters + Operation.Parameter.pages,
            reply: .page(schema), run: run)
    }

    /// Reads a file of one of these media types, or a part of it.
    static func file(
        _ path: String, _ name: String, _ summary: String, _ types: String..., alternative: Operation.Reply? = nil,
        errors: Set<Int> = [], run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) -> LibraryOperation {
        LibraryOperation(
            .get, path, name, summary, parameters: [.version], reply: .file(types),
            alternative: alternative, errors: errors.union([304, 416]), run: run)
    }

    /// Reads a smaller version of a picture or video, which `original` finds.
    static func smaller(
        _ path: String, _ name: String, _ summary: String,
        original: @escaping @Sendable (LibraryCall) throws -> Original
    ) -> LibraryOperation {
        file(path, name, summary, "image/jpeg", "image/webp") { try await $0.smaller(of: original($0)) }
    }

    /// Deletes one thing, with what belongs to it.
    static func deletion(
        of kind: RecordKind, _ path: String, _ name: String, _ summary: String
    ) -> LibraryOperation {
        LibraryOperation(.delete, path, name, summary, reply: .nothing) { try $0.delete(kind) }
    }

    private static func part(_ name: String) -> Operation.Parameter {
        let schema: JSONValue =
            switch name {
            // Those that the settings have, and widths.
            case "size": Schema.choice(DerivedSize.allCases.map(\.rawValue) + PictureWidth.allCases.map(\.name))
            case "number": Schema.ordinal
            case "job": Schema.string
            case "id": Schema.anyID
            default: Schema.id(name)
            }
        return Operation.Parameter(name, "", schema)
    }
}
