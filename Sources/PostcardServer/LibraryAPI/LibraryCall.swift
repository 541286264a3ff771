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
    let responses: ResponseRoom

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
    /// - Throws: `HTTPError` with status 409 for an id that something in another journal has; what `create` throws.
    func creating<Value: Decodable>(
        _ kind: RecordKind, in journal: (id: String, of: (Value) -> String?)? = nil,
        reply: (Value) throws -> Response, create: (_ id: String?) async throws -> Value
    ) async throws -> Response {
        func checked(_ value: Value) throws -> Response {
            guard journal.map({ $0.of(value) == $0.id }) ?? true else {
                throw HTTPError(.conflict, "The \(kind) with this id is in another journal. Choose another id.")
            }
            return try reply(value)
        }
        return try await service.creating(kind, id: query.first("id"), reply: checked, create: create)
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
            EntityTags.matches(request.headers[.ifNoneMatch], representation.tag)
        {
            return Response(status: .notModified, headers: headers)
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
    func created(_ value: some Encodable, at address: String, tag: String? = nil) throws -> Response {
        var headers: HTTPFields = [.location: address]
        headers[.eTag] = tag
        return try json(value, status: .created, headers: headers)
    }

    /// A response with a report, which has no address.
    func report(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
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
