import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardLibrary

/// A checked request to the library.
struct LibraryCall: Sendable {
    let service: LibraryService
    let library: Library
    /// The condition of `If-Match`, which changes check in the same transaction.
    var condition: Library.Condition?
    let operation: LibraryOperation
    let request: Request
    /// The decoded values of the path's parameters.
    let path: [String: String]
    let query: QueryItems
    /// The budget of response bytes in memory.
    let responses: ResponseBudget

    /// The largest JSON body in bytes.
    private static let maximumBodyBytes = 1 << 20
    /// The least size in bytes of JSON that is compressed.
    private static let minimumCompressedBytes = 4_096
    /// The level of gzip, which takes a third of the time of zlib's default for nearly the same size.
    private static let compression: Int32 = 3

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

    /// Creates a thing under the id in the query, or returns the thing that an earlier request created under it.
    ///
    /// - Parameters:
    ///   - journal: the id of the journal of the new thing, and a function that returns the journal of an existing one.
    ///   - reply: makes the response; without it, the response is the thing with its address.
    /// - Throws: `HTTPError` with status 409 for the id of a thing in another journal; the errors of `create`.
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

    /// Creates several things of one kind. With an id in the query, creates a single one, as `creating` does.
    ///
    /// - Parameters:
    ///   - create: receives the id of the single thing, or `nil`.
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
        guard let content = operation.operation.bodies.first(where: { $0.mediaType == mediaType }),
            request.mediaType == mediaType
        else {
            let known = operation.operation.bodies.map(\.mediaType)
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
        } catch  where !(error is HTTPError || error is LibraryError) {
            // The client has disconnected.
            throw CancellationError()
        }
        try parser.finish()
    }

    // MARK: Replies

    /// Returns a value as JSON, or 304 when the client has it already.
    func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json",
        headers: HTTPFields = [:]
    ) throws -> Response {
        try reply(Representation(value), status: status, type: type, headers: headers)
    }

    /// Returns a body, compressed where the client accepts gzip, or 304 when the client has it already.
    func reply(
        _ representation: Representation, status: HTTPResponse.Status = .ok, type: String, headers: HTTPFields = [:]
    ) throws -> Response {
        var headers = headers
        headers[.eTag] = headers[.eTag] ?? representation.tag
        headers[.cacheControl] = service.cacheControl
        try requireWanted(representation.tag)
        if status == .ok, operation.operation.method == .get,
            let known = request.notModified(representation.tag, headers)
        {
            return known
        }
        headers[.contentType] = type
        var bytes = Array(representation.data)
        if bytes.count > Self.minimumCompressedBytes {
            headers[.vary] = "Accept-Encoding"
            if request.headers.acceptsGzip, let gzip = GzipEncoder.encode(bytes, level: Self.compression) {
                bytes = gzip
                headers[.contentEncoding] = "gzip"
                headers[.eTag] = headers[.eTag].map(EntityTags.gzip)
            }
        }
        return Response(
            status: status, headers: headers, body: try ResponseBody(bytes, countedBy: responses))
    }

    /// Returns the response with a new thing and its address. `tag` is its version where the representation at the address has more than `value`.
    func created(_ value: some Encodable, id: String, tag: String? = nil) throws -> Response {
        var headers: HTTPFields = [.location: Self.address(of: id)]
        headers[.eTag] = tag
        return try json(value, status: .created, headers: headers)
    }

    /// Returns the response with a report, which is not stored. `address` is that of its subject.
    func report(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, of address: String? = nil
    ) throws -> Response {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        headers[.location] = address
        return Response(
            status: status, headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: try ListingEncoder.encode(value))))
    }

    func nothing() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

    /// Returns a page of a list, with the address of the next one.
    func page<Item: Identifiable<String>, Listing: Encodable>(
        of all: [Item], _ listing: (Item) throws -> Listing
    ) throws -> Response {
        let page = try Page(limit: query.integer("limit"), cursor: query.first("cursor"))
        let (items, next) = page.items(of: all)
        var headers: HTTPFields = [.totalCount: "\(all.count)"]
        if let next {
            headers[.link] = "<\(operationAddress)?\(query.replacing("cursor", by: next))>; rel=\"next\""
        }
        return try json(try items.map(listing), headers: headers)
    }

    private var operationAddress: Substring { request.uri.string.prefix { $0 != "?" } }
}

// MARK: Records and listings

extension LibraryCall {
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
        return nothing()
    }

    /// Returns the listing of an album with the addresses of its files, and at most `maximumPhotos` photos.
    func listing(of pin: Pin, maximumPhotos: Int? = nil) throws -> AlbumListing {
        var listing = try AlbumListing(of: pin, in: library, maximumPhotos: maximumPhotos) { Self.files(of: $0) }
        // The message may have paths of this machine.
        if listing.problem != nil { listing.problem = "The last download failed." }
        return listing
    }

    /// Returns the addresses of a photo's files.
    static func files(of photo: Photo) -> PhotoListing.Files {
        let address = "/library/photos/\(photo.id)"
        return PhotoListing.Files(
            file: "\(address)/file", thumbnail: "\(address)/thumbnail", peek: "\(address)/peek")
    }

    /// Returns the listing of a journal with its contents.
    func listing(of journal: Journal) throws -> JournalListing {
        JournalListing(try library.contents(of: journal)) { Self.listing(of: $0) }
    }

    /// Returns the listing of an entry with the addresses of its files.
    static func listing(of entry: Entry) -> EntryListing {
        EntryListing(entry, files: entry.media.indices.map { "/library/entries/\(entry.id)/media/\($0 + 1)/file" })
    }

    /// Returns the listing of a meme with the address of its file.
    static func listing(of meme: MemeRecord) -> MemeListing {
        MemeListing(meme, path: "/library/memes/\(meme.id)/file")
    }

    /// Checks `If-Match`, and returns the call with the condition for its change.
    ///
    /// The version is checked before the body is read, and once more in the transaction of the change, so that of two clients that know the same
    /// version only one can change it, also through other processes.
    ///
    /// - Throws: `HTTPError` with status 412 for another version.
    func conditioned() throws -> LibraryCall {
        guard let wanted = request.headers.versionsWanted else { return self }
        guard let version = operation.version else {
            // Files and lists compare their own versions later; things without versions match only `*`.
            guard operation.operation.method == .get || wanted == "*" else { throw HTTPError.otherVersion }
            return self
        }
        let isMeant = { @Sendable in EntityTags.matchesStrongly(wanted, try version(self)) }
        guard try isMeant() else { throw HTTPError.otherVersion }
        guard operation.operation.method != .get else { return self }
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

    /// Checks `If-Match` for the version that GET would send.
    ///
    /// - Throws: `HTTPError` with status 412 for another version.
    func requireWanted(_ tag: String) throws(HTTPError) {
        guard operation.operation.method == .get, let wanted = request.headers.versionsWanted,
            !EntityTags.matchesStrongly(wanted, tag)
        else { return }
        throw .otherVersion
    }
}
