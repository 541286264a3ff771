import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import PostcardCore
import PostcardLibrary

/// The requests to a library: their records and bodies.
extension Call<LibraryService> {
    var library: Library { service.library }

    /// The condition from `If-Match`, which changes check in the same transaction; `nil` if there is none.
    var condition: Library.Condition? {
        if case .library(_, let condition) = access { condition } else { nil }
    }

    /// Checks `If-Match`, and returns the call with the condition for its change.
    ///
    /// The version is checked before the body is read, and again in the transaction of the change. If two clients have the same version,
    /// only one of them can change the resource, even through different processes.
    ///
    /// - Throws: `HTTPError` with status 412 if the version is different.
    func conditioned(by tags: String, of version: (@Sendable (Self) throws -> String)?) throws -> Self {
        guard let version else {
            // The versions of files and lists are compared later. Resources without versions match only `*`.
            guard operation.method == .get || tags == "*" else { throw HTTPError.otherVersion }
            return self
        }
        let isMeant = { @Sendable in EntityTags.matchesStrongly(tags, try version(self)) }
        guard try isMeant() else { throw HTTPError.otherVersion }
        guard operation.method != .get, case .library(let scope, _) = access else { return self }
        var call = self
        call.access = .library(scope) {
            do {
                return try isMeant()
            } catch is HTTPError {
                // The record was deleted in the meantime, so it has no version.
                return false
            }
        }
        return call
    }

    // MARK: Records

    /// Returns the decoded value of a path parameter, usually an id.
    func id(_ name: String) -> String { String(self[name]) }

    /// Returns the record whose id is in the path.
    func record<Value: Decodable>(_ kind: RecordKind) throws -> Value { try record(kind, id(kind.rawValue)) }

    /// Returns the record with the given id.
    ///
    /// - Throws: `HTTPError` with status 404 for an unknown id.
    func record<Value: Decodable>(_ kind: RecordKind, _ id: String) throws -> Value {
        guard id.hasPrefix("\(kind)-"), let record = try library.index.record(RecordKey(kind, id)) else {
            throw HTTPError(.notFound, "No \(kind) has this id.")
        }
        return try record.decode()
    }

    /// Returns the record whose id is in the body or the query.
    ///
    /// - Throws: the error that `error` returns. By default, it has status 422, since the unknown id is in the body, not in the URL.
    func named<Value: Decodable>(
        _ kind: RecordKind, _ id: String, orThrow error: (String) -> HTTPError = { .unprocessable($0) }
    ) throws -> Value {
        do {
            return try record(kind, id)
        } catch let httpError as HTTPError where httpError.status == .notFound {
            throw error("No \(kind) has the id \"\(id)\".")
        }
    }

    /// Checks that the place in a body belongs to a journal.
    func check(place id: JournalPlace.ID?, in journal: Journal.ID) throws {
        guard let id else { return }
        let place: JournalPlace = try named(.place, id.rawValue)
        guard place.journal == journal else {
            throw HTTPError.unprocessable("The place \"\(id)\" is not in this journal.")
        }
    }

    /// Deletes the record whose id is in the path, along with its dependents.
    func delete(_ kind: RecordKind) throws -> Response {
        let id = id(kind.rawValue)
        guard id.hasPrefix("\(kind)-") else { throw HTTPError.notFound }
        try library.delete(ids: [id], if: condition)
        return noContent()
    }

    /// Creates records, or returns the record that an earlier request created with the id in the query.
    ///
    /// - Parameters:
    ///   - journal: the id of the new record's journal, and a function that returns the id of an existing record's journal.
    ///   - create: called with the id in the query, which is for a single record, or `nil` if there is none.
    ///   - reply: creates the response. By default, the response is the first record with its URL. For an existing record, the status is
    ///     changed to 200.
    /// - Throws: `HTTPError` with status 409 if the id belongs to a deleted record or to another journal; or an error from a closure.
    func creating<Value: LibraryRecord>(
        _ type: Value.Type, in journal: (id: Journal.ID, of: (Value) -> Journal.ID?)? = nil,
        create: (_ id: Value.ID?) async throws -> [Value], reply: (([Value]) throws -> Response)? = nil
    ) async throws -> Response {
        func response(_ values: [Value]) throws -> Response {
            try reply?(values) ?? created(values[0], id: values[0].id.rawValue)
        }
        let id = query.first("id").map(Value.ID.init(rawValue:))
        do {
            let values = try await create(id)
            return try response(id == nil ? values : [values[0]])
        } catch let error as FileError where error.code == .conflict {
            guard let id, let record = try library.index.record(RecordKey(id)) else { throw error }
            let known: Value = try record.decode()
            guard journal.map({ $0.of(known) == $0.id }) ?? true else {
                throw HTTPError(.conflict, "The \(Value.kind) with this id is in another journal. Choose another id.")
            }
            var response = try response([known])
            response.status = .ok
            return response
        }
    }

    /// Reads a form as it arrives.
    ///
    /// - Throws: `HTTPError` with status 400 for a malformed form, or an error from `receive`.
    func readForm(_ receive: (MultipartParser.Event) throws -> Void) async throws {
        // The limit allows all files and photos, and as many other fields.
        var parser = try MultipartParser(
            contentType: request.headers[.contentType] ?? "", maximumParts: 2 * EntryForm.maximumFiles)
        do {
            for try await piece in request.body {
                for event in try parser.read(piece.readableBytesView) { try receive(event) }
            }
        } catch  where !(error is HTTPError || error is FileError || error is HTTPParserError) {
            // The client has disconnected.
            throw CancellationError()
        }
        try parser.finish()
    }
}
