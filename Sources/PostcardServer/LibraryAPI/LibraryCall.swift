import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardLibrary

/// A request for something in the library, taken apart and checked.
struct LibraryCall: Sendable {
    let service: LibraryService
    let library: Library
    /// The condition of the request's `If-Match`, which every change of what is at its address depends on.
    var condition: Library.Condition?
    let operation: LibraryOperation
    let request: Request
    /// The values of the path's parameters, decoded.
    let path: [String: String]
    let query: QueryItems
    /// Bytes of responses in memory.
    let responses: ResponseBudget

    /// Bytes of the largest JSON body.
    private static let maximumBodyBytes = 1 << 20
    /// Bytes of JSON from which on it is worth to compress it.
    private static let minimumCompressedBytes = 4_096
    /// A third of the time of zlib's usual level, for nearly the same size.
    private static let compression: Int32 = 3

    /// The id that a part of the path is.
    func id(_ name: String) -> String { path[name] ?? "" }

    /// The record of an id in the path.
    func record<Value: Decodable>(_ kind: RecordKind) throws -> Value { try record(kind, id(kind.rawValue)) }

    /// The record with an id.
    ///
    /// - Throws: `HTTPError.notFound`.
    func record<Value: Decodable>(_ kind: RecordKind, _ id: String) throws -> Value {
        guard id.hasPrefix("\(kind)-"), let record = try library.index.record(RecordKey(kind, id)) else {
            throw HTTPError(.notFound, "There is no \(kind) with this id.")
        }
        return try record.decode()
    }

    /// Creates something under the id of the query, or gives what a request before this one created under it.
    ///
    /// - Parameters:
    ///   - journal: the id of the journal that it belongs to, and what tells that of one that is there.
    ///   - reply: makes the response with it; otherwise it is the response, with its address.
    /// - Throws: `HTTPError` with status 409 for an id that something in another journal has; what `create` throws.
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

    /// Creates things of a kind; with an id in the query a single one, as `creating` does.
    ///
    /// - Parameters:
    ///   - create: is given the id, which is that of one.
    ///   - reply: makes the response with them.
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

    /// Reads the body, whose members have to be those that the operation's schema names.
    func body<Body: Decodable>(_ type: Body.Type = Body.self) async throws -> Body {
        let content = try content("application/json")
        let bytes = try await request.bytes(limit: Self.maximumBodyBytes)
        return try BodyReader(schema: content.schema).read(Data(bytes))
    }

    /// The content that the operation takes in the body of this request.
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

    /// Reads a form as it comes.
    ///
    /// - Throws: `HTTPError` with status 400 for what is no form; what `receive` throws.
    func readForm(_ receive: (MultipartParser.Event) throws -> Void) async throws {
        // Files and photos, and a few fields besides.
        var parser = try MultipartParser(
            contentType: request.headers[.contentType] ?? "", maximumParts: 2 * EntryForm.maximumFiles)
        do {
            for try await piece in request.body {
                for event in try parser.read(piece.readableBytesView) { try receive(event) }
            }
        } catch  where !(error is HTTPError || error is LibraryError) {
            // The client is gone; nobody is at fault here.
            throw CancellationError()
        }
        try parser.finish()
    }

    // MARK: Replies

    /// Something as JSON, or that the client has it already.
    func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json",
        headers: HTTPFields = [:]
    ) throws -> Response {
        try reply(Representation(value), status: status, type: type, headers: headers)
    }

    /// Something that was written out, or that the client has it already.
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

    /// A response with something new and its address. `tag` is its version, where the representation at the address is
    /// more than this.
    func created(_ value: some Encodable, id: String, tag: String? = nil) throws -> Response {
        var headers: HTTPFields = [.location: Self.address(of: id)]
        headers[.eTag] = tag
        return try json(value, status: .created, headers: headers)
    }

    /// A response with a report, which is kept nowhere. `address` is that of what it tells of.
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

    /// A page of a list, with the address of the next one.
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

extension LibraryCall {
    /// The record that the body, or the query, names by its id.
    ///
    /// - Throws: what `error` makes, with status 422 for a body: the address is right, and what was sent is not.
    func named<Value: Decodable>(
        _ kind: RecordKind, _ id: String, orThrow error: (String) -> HTTPError = { .unprocessable($0) }
    ) throws -> Value {
        do {
            return try record(kind, id)
        } catch let httpError as HTTPError where httpError.status == .notFound {
            throw error("There is no \(kind) \"\(id)\".")
        }
    }

    /// Checks that a place that the body names is one of a journal.
    func check(place id: String?, in journal: String) throws {
        guard let id else { return }
        let place: JournalPlace = try named(.place, id)
        guard place.journal == journal else {
            throw HTTPError.unprocessable("The place \"\(id)\" is not one of this journal.")
        }
    }

    /// Deletes the record that the path names, with what belongs to it.
    func delete(_ kind: RecordKind) throws -> Response {
        let id = id(kind.rawValue)
        guard id.hasPrefix("\(kind)-") else { throw HTTPError.notFound }
        try library.delete([id], if: condition)
        return nothing()
    }

    /// An album with the addresses of its files, and at most `maximumPhotos` photos.
    func listing(of pin: Pin, maximumPhotos: Int? = nil) throws -> AlbumListing {
        var listing = try AlbumListing(of: pin, in: library, maximumPhotos: maximumPhotos) { Self.files(of: $0) }
        // It may name files of this machine.
        if listing.problem != nil { listing.problem = "The last download failed." }
        return listing
    }

    /// The addresses of the files of a photo.
    static func files(of photo: Photo) -> PhotoListing.Files {
        let address = "/library/photos/\(photo.id)"
        return PhotoListing.Files(
            file: "\(address)/file", thumbnail: "\(address)/thumbnail", peek: "\(address)/peek")
    }

    /// A journal with all that is in it.
    func listing(of journal: Journal) throws -> JournalListing {
        JournalListing(try library.contents(of: journal)) { Self.listing(of: $0) }
    }

    /// An entry with the addresses of its files.
    static func listing(of entry: Entry) -> EntryListing {
        EntryListing(entry, files: entry.media.indices.map { "/library/entries/\(entry.id)/media/\($0 + 1)/file" })
    }

    /// A meme with the address of its file.
    static func listing(of meme: MemeRecord) -> MemeListing {
        MemeListing(meme, path: "/library/memes/\(meme.id)/file")
    }

    /// The call with the condition of its `If-Match`, if what is at its address has that version.
    ///
    /// It is looked at before the body is read, and for changes once more in one step with the change: two clients that saw the
    /// same version cannot both change it, whatever processes they speak to.
    ///
    /// - Throws: `HTTPError` with status 412 for another version.
    func conditioned() throws -> LibraryCall {
        guard let wanted = request.headers.versionsWanted else { return self }
        guard let version = operation.version else {
            // Files and lists look when they know their own versions; to others no version can be meant.
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
                // A deleted record has no version.
                return false
            }
        }
        return call
    }

    /// - Throws: `HTTPError` with status 412 when the client means another version of what it reads.
    func requireWanted(_ tag: String) throws(HTTPError) {
        guard operation.operation.method == .get, let wanted = request.headers.versionsWanted,
            !EntityTags.matchesStrongly(wanted, tag)
        else { return }
        throw .otherVersion
    }
}
