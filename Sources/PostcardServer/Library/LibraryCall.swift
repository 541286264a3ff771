internal import Crypto
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import PostcardLibrary

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A request for something in the library, taken apart and checked.
struct LibraryCall: Sendable {
    let service: LibraryService
    let operation: Operation
    let request: Request
    /// What the parts of the path stand for.
    let path: [String: String]
    let query: QueryValues

    var library: Library { service.library }

    /// Bytes of the largest JSON body.
    private static let largestBody = 1 << 20

    /// The id that a part of the path is.
    func id(_ name: String) -> String { path[name] ?? "" }

    /// The record of an id in the path.
    func record<Value: Decodable>(_ kind: RecordKind) throws -> Value { try record(kind, id(kind.rawValue)) }

    /// The record with an id.
    ///
    /// - Throws: `ServerFault.notFound`.
    func record<Value: Decodable>(_ kind: RecordKind, _ id: String) throws -> Value {
        guard id.hasPrefix("\(kind)-"), let record = try library.index.record(RecordKey(kind, id)) else {
            throw ServerFault(.notFound, "There is no \(kind) with this id.")
        }
        return try record.decode()
    }

    /// Reads the body, whose members have to be those that the operation's schema names.
    func body<Body: Decodable>(_ type: Body.Type = Body.self) async throws -> Body {
        let content = try content("application/json")
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: Self.largestBody)
        } catch is NIOTooManyBytesError {
            throw ServerFault(.contentTooLarge, "The body has more than \(Self.largestBody) bytes.")
        }
        return try BodyReader(schema: content.schema).read(Data(bytes.readableBytesView))
    }

    /// What the operation takes in the body of this request.
    ///
    /// - Throws: `ServerFault` with status 415 for other media types.
    @discardableResult
    func content(_ mediaType: String) throws(ServerFault) -> Operation.Content {
        let sent = request.headers[.contentType].map { $0.prefix { $0 != ";" }.trimmingSpaces().lowercased() }
        guard let content = operation.bodies.first(where: { $0.mediaType == mediaType }), sent == mediaType else {
            let known = operation.bodies.map(\.mediaType).joined(separator: " or ")
            throw ServerFault(.unsupportedMediaType, "The body has to be \(known).", headers: [.accept: known])
        }
        return content
    }

    /// The media type that the body is said to have, without its parameters.
    var mediaType: String? {
        request.headers[.contentType].map { $0.prefix { $0 != ";" }.trimmingSpaces().lowercased() }
    }

    // MARK: Replies

    /// Something as JSON, or that the client has it already.
    func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json",
        headers: HTTPFields = [:]
    ) throws -> Response {
        let data = try ListingEncoder.encode(value)
        let tag = "\"\(Base64URL.encode(Array(SHA256.hash(data: data)).prefix(16)))\""
        var headers = headers
        headers[.eTag] = tag
        headers[.cacheControl] = service.cacheControl
        if status == .ok, operation.method == .get, EntityTags.matches(request.headers[.ifNoneMatch], tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }

    /// What was made, and where it is.
    func created(_ value: some Encodable, at address: String) throws -> Response {
        try json(value, status: .created, headers: [.location: address])
    }

    func nothing() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

    /// A page of a list, with the address of the next one.
    func page<Item: Identifiable<String>, Listing: Encodable>(
        of all: [Item], _ listing: (Item) throws -> Listing
    ) throws -> Response {
        let page = try Page(limit: query.integer("limit"), cursor: query["cursor"])
        let (items, next) = page.items(of: all)
        var headers: HTTPFields = [:]
        if let next {
            headers[.link] = "<\(operationAddress)?\(query.replacing("cursor", by: next))>; rel=\"next\""
        }
        return try json(try items.map(listing), headers: headers)
    }

    private var operationAddress: Substring { request.uri.string.prefix { $0 != "?" } }
}
