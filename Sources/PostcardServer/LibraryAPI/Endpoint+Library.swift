import HTTPTypes
import HummingbirdCore
import PostcardCore
import PostcardLibrary

/// The endpoints of a library.
extension Endpoint<LibraryService> {
    /// - Parameters:
    ///   - scope: the scope of tokens that allow the operation; `nil` for the default of the method.
    ///   - kind: the kind of the record that it creates, under an id that the client may choose; `nil` for none.
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
            known.explanation = "What an earlier request created under this id. Nothing was written."
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

    /// Runs the operation when a permit is free, on threads that may wait for the disk.
    func respond(to call: Call<LibraryService>) async throws -> Response {
        let (service, isReading) = (call.service, operation.method == .get)
        return try await (isReading ? service.admission : service.changes).with(1) {
            try await withTaskExecutorPreference(isReading ? service.threads : service.changeThreads) {
                try await run(try call.conditioned(by: version))
            }
        }
    }

    /// Returns the endpoint that reads a resource with versions. `value` returns what is sent as JSON.
    static func resource<Value: Encodable & SendableMetatype>(
        _ path: String, name: String, summary: String, schema: JSONValue, errors: Set<Int> = [],
        value: @escaping @Sendable (Call<LibraryService>) throws -> Value
    ) -> Self {
        var endpoint = Endpoint(.get, path, name: name, summary: summary, reply: .one(schema), errors: errors) {
            let call = try $0.atThisMoment()
            return try call.json(try value(call))
        }
        endpoint.version = { EntityTags.tag(of: try ListingEncoder.encode(try value($0))) }
        return endpoint
    }

    /// Returns the endpoint that reads a list of items page by page.
    ///
    /// - Parameter isOfRecords: true for a list that follows from the library's records alone, so that its version is that of the index.
    static func list<Item: Identifiable<String> & SendableMetatype, Listing: Encodable & SendableMetatype>(
        _ path: String, name: String, summary: String, of schema: JSONValue, scope: TokenScope? = nil,
        filters: [Operation.Parameter] = [], isOfRecords: Bool = true,
        items: @escaping @Sendable (Call<LibraryService>) throws -> [Item],
        listing: @escaping @Sendable (Call<LibraryService>, Item) throws -> Listing
    ) -> Self {
        Endpoint(
            .get, path, name: name, summary: summary, scope: scope, parameters: filters + Operation.Parameter.pages,
            reply: .page(schema)
        ) {
            let call = try $0.atThisMoment()
            let tag = isOfRecords ? try call.recordsTag() : nil
            if let tag, let known = try call.notModified(tag) { return known }
            return try call.page(of: try items(call), tag: tag) { try listing(call, $0) }
        }
    }

    /// Returns the endpoint that reads a list of items that are sent as they are.
    static func list<Item: Identifiable<String> & Encodable & SendableMetatype>(
        _ path: String, name: String, summary: String, of schema: JSONValue, isOfRecords: Bool = true,
        items: @escaping @Sendable (Call<LibraryService>) throws -> [Item]
    ) -> Self {
        list(path, name: name, summary: summary, of: schema, isOfRecords: isOfRecords, items: items) { $1 }
    }

    /// Returns the endpoint that reads a file of one of these media types, or a part of it.
    static func file(
        _ path: String, name: String, summary: String, types: String..., alternative: Operation.Reply? = nil,
        errors: Set<Int> = [], run: @escaping @Sendable (Call<LibraryService>) async throws -> Response
    ) -> Self {
        Endpoint(
            .get, path, name: name, summary: summary, parameters: [.version], reply: .file(types),
            alternative: alternative, errors: errors.union([304, 416]), run: run)
    }

    /// Returns the endpoint that reads a rendition of a picture or video, which `original` returns.
    static func rendition(
        _ path: String, name: String, summary: String,
        of original: @escaping @Sendable (Call<LibraryService>) throws -> Original
    ) -> Self {
        file(path, name: name, summary: summary, types: "image/jpeg", "image/webp") {
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
