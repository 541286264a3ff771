import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import PlatformFoundation
import PostcardCore
import PostcardLibrary

/// A permitted request to the library, with its route.
struct LibraryCall: Sendable {
    let service: LibraryService
    let route: LibraryRoute
    let request: Request
    /// The decoded values of the path's parameters.
    let path: [NameKey: String]
    let query: QueryItems
    /// The budget of response bytes in memory.
    let responses: ResponseBudget
    /// The condition of `If-Match`, which changes check in the same transaction.
    private(set) var condition: Library.Condition?

    var library: Library { service.library }
    var operation: Operation { route.operation }

    /// The largest JSON body in bytes.
    private static let maximumBodyBytes = 1 << 20

    /// - Throws: `HTTPError` with status 400 for a query that the operation does not take.
    init(
        _ request: Request, to service: LibraryService, by route: LibraryRoute, path: [NameKey: String],
        _ responses: ResponseBudget
    ) throws(HTTPError) {
        (self.service, self.route, self.request) = (service, route, request)
        (self.path, self.responses) = (path, responses)
        query = try QueryItems(request.uri.string.drop { $0 != "?" }.dropFirst())
        try query.check(route.operation.parameters)
    }

    /// Runs the operation, on threads that may wait for the disk.
    func respond() async throws -> Response {
        let isReading = operation.method == .get
        return try await (isReading ? service.admission : service.changes).with(1) {
            try await withTaskExecutorPreference(isReading ? service.threads : service.changeThreads) {
                try await route.run(try conditioned())
            }
        }
    }

    /// Checks `If-Match`, and returns the call with the condition for its change.
    ///
    /// The version is checked before the body is read, and once more in the transaction of the change, so that of two clients that know the same
    /// version only one can change it, also through other processes.
    ///
    /// - Throws: `HTTPError` with status 412 for another version.
    private func conditioned() throws -> LibraryCall {
        guard let tags = request.headers.ifMatch else { return self }
        guard let version = route.version else {
            // Files and lists compare their own versions later; resources without versions match only `*`.
            guard operation.method == .get || tags == "*" else { throw HTTPError.otherVersion }
            return self
        }
        let isMeant = { @Sendable in EntityTags.matchesStrongly(tags, try version(self)) }
        guard try isMeant() else { throw HTTPError.otherVersion }
        guard operation.method != .get else { return self }
        var call = self
        call.condition = { () throws(LibraryError) in
            do {
                return try isMeant()
            } catch let error as LibraryError {
                throw error
            } catch {
                // The record was deleted in the meantime, so it has no version.
                return false
            }
        }
        return call
    }

    // MARK: Records

    /// Returns the value of a parameter of the path, mostly an id.
    func id(_ name: String) -> String { path[name] ?? "" }

    /// Returns the record whose id is in the path.
    func record<Value: Decodable>(_ kind: RecordKind) throws -> Value { try record(kind, id(kind.rawValue)) }

    /// Returns the record with an id.
    ///
    /// - Throws: `HTTPError` with status 404 for an unknown id.
    func record<Value: Decodable>(_ kind: RecordKind, _ id: String) throws -> Value {
        guard id.hasPrefix("\(kind)-"), let record = try library.index.record(RecordKey(kind, id)) else {
            throw HTTPError(.notFound, "There is no \(kind) with this id.")
        }
        return try record.decode()
    }

    /// Returns the record of an id in the body or the query.
    ///
    /// - Throws: the error of `error`; by default it has status 422, since the wrong id is in the body and not in the address.
    func named<Value: Decodable>(
        _ kind: RecordKind, _ id: String, orThrow error: (String) -> HTTPError = { .unprocessable($0) }
    ) throws -> Value {
        do {
            return try record(kind, id)
        } catch let httpError as HTTPError where httpError.status == .notFound {
            throw error("There is no \(kind) \"\(id)\".")
        }
    }

    /// Checks that the place of a body belongs to a journal.
    func check(place id: String?, in journal: String) throws {
        guard let id else { return }
        let place: JournalPlace = try named(.place, id)
        guard place.journal == journal else {
            throw HTTPError.unprocessable("The place \"\(id)\" is not one of this journal.")
        }
    }

    /// Deletes the record of the id in the path, with its dependents.
    func delete(_ kind: RecordKind) throws -> Response {
        let id = id(kind.rawValue)
        guard id.hasPrefix("\(kind)-") else { throw HTTPError.notFound }
        try library.delete([id], if: condition)
        return noContent()
    }

    /// Creates a record under the id in the query, or returns the record that an earlier request created under it.
    ///
    /// - Parameters:
    ///   - journal: the id of the journal of the new record, and a function that returns the journal of an existing one.
    ///   - reply: makes the response; without it, the response is the record with its address.
    /// - Throws: `HTTPError` with status 409 for the id of a record in another journal; the errors of `create`.
    func creating<Value: Codable & Identifiable<String>>(
        _ kind: RecordKind, in journal: (id: String, of: (Value) -> String?)? = nil,
        reply: ((Value) throws -> Response)? = nil, create: (_ id: String?) async throws -> Value
    ) async throws -> Response {
        func checked(_ value: Value) throws -> Response {
            guard journal.map({ $0.of(value) == $0.id }) ?? true else {
                throw HTTPError(.conflict, "The \(kind) with this id is in another journal. Choose another id.")
            }
            return try reply?(value) ?? created(value, id: value.id)
        }
        return try await service.creating(kind, id: query.first("id"), reply: checked, create: create)
    }

    /// Creates several records of one kind. With an id in the query, creates a single one, as `creating` does.
    ///
    /// - Parameters:
    ///   - create: receives the id of the single record, or `nil`.
    ///   - reply: makes the response.
    func creatingSeveral<Value: Codable & Identifiable<String>>(
        _ kind: RecordKind, in journal: (id: String, of: (Value) -> String?)? = nil,
        create: (_ id: String?) async throws -> [Value], reply: @escaping ([Value]) throws -> Response
    ) async throws -> Response {
        guard query.first("id") != nil else { return try reply(try await create(nil)) }
        return try await creating(kind, in: journal) { value in
            try reply([value])
        } create: { id in
            try await create(id)[0]
        }
    }

    // MARK: Bodies

    /// Decodes the body, which may only have the members of the operation's schema.
    func body<Body: Decodable>(_ type: Body.Type = Body.self) async throws -> Body {
        let content = try content("application/json")
        let bytes = try await request.bytes(limit: Self.maximumBodyBytes)
        return try BodyReader(schema: content.schema).read(Data(bytes))
    }

    /// Returns the content of the operation for the media type of the body.
    ///
    /// - Throws: `HTTPError` with status 415 for other media types.
    @discardableResult
    func content(_ mediaType: String) throws(HTTPError) -> Operation.Content {
        guard let content = operation.bodies.first(where: { $0.mediaType == mediaType }),
            request.mediaType == mediaType
        else {
            let known = operation.bodies.map(\.mediaType)
            throw HTTPError(
                .unsupportedMediaType, "The body has to be \(known.joined(separator: " or ")).",
                headers: [.accept: known.joined(separator: ", ")])
        }
        return content
    }

    /// Reads a form as it arrives.
    ///
    /// - Throws: `HTTPError` with status 400 for a malformed form; the errors of `receive`.
    func readForm(_ receive: (MultipartParser.Event) throws -> Void) async throws {
        // The files and photos, and as many parts for other fields.
        var parser = try MultipartParser(
            contentType: request.headers[.contentType] ?? "", maximumParts: 2 * EntryForm.maximumFiles)
        do {
            for try await piece in request.body {
                for event in try parser.read(piece.readableBytesView) { try receive(event) }
            }
        } catch  where !(error is HTTPError || error is LibraryError || error is HTTPParserError) {
            // The client has disconnected.
            throw CancellationError()
        }
        try parser.finish()
    }
}
