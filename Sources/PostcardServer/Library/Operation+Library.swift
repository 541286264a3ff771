import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

extension Operation {
    /// The first part of the addresses of the library, and their tag.
    static let library = "library"

    /// An operation of the library.
    init(
        _ method: HTTPRequest.Method, _ path: String, _ name: String, _ summary: String,
        parameters: [Parameter] = [], bodies: [Content] = [], creates kind: RecordKind? = nil, reply: Reply,
        faults: Set<Int> = [],
        run: @escaping @Sendable (LibraryCall) async throws -> Response
    ) {
        var faults = faults.union([401, 403, 429, 503])
        var (parameters, replies) = (parameters, [reply])
        if let kind {
            parameters.append(.chosenID(of: kind))
            faults.insert(409)
            var known = reply
            known.status = .ok
            known.explanation = "What an earlier request created under this id. Nothing was written."
            replies.append(known)
        }
        if !parameters.isEmpty || !bodies.isEmpty { faults.insert(400) }
        if !bodies.isEmpty { faults.formUnion([413, 415, 422]) }
        let path = PathTemplate(path)
        self.init(
            method: method, path: path, name: name, summary: summary, tag: Self.library, route: Self.library,
            permission: .token(method == .get ? .read : .write), parts: path.parameters.map(Self.part),
            parameters: parameters, bodies: bodies, replies: replies, faults: faults
        ) { call in
            guard let library = call.responder.library else { throw HTTPError.notFound }
            return try await library.respond(to: call, run)
        }
    }

    /// Reads one thing that has versions. `value` reads it.
    static func thing<Value: Encodable & SendableMetatype>(
        _ path: String, _ name: String, _ summary: String, _ schema: JSONValue, faults: Set<Int> = [404],
        value: @escaping @Sendable (LibraryCall) throws -> Value
    ) -> Operation {
        var operation = Operation(.get, path, name, summary, reply: .one(schema), faults: faults) { call in
            try call.json(try value(call))
        }
        operation.version = { try Representation(try value($0)).tag }
        return operation
    }

    /// Names of sizes: those that the settings have, and widths.
    private static let sizes: [JSONValue] =
        DerivedSize.allCases.map { .text($0.rawValue) } + PictureWidth.allCases.map { .text($0.name) }

    private static func part(_ name: String) -> Parameter {
        let schema: JSONValue =
            switch name {
            case "size": ["type": "string", "enum": .array(Self.sizes)]
            case "number": ["type": "integer", "minimum": 1]
            case "job": Schema.string
            case "id": Schema.anyID
            default: Schema.id(name)
            }
        return Parameter(name: name, explanation: "", schema: schema)
    }
}
