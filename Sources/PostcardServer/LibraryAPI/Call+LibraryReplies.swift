import HTTPTypes
import HummingbirdCore
import PlatformFoundation
import PostcardCore
import PostcardLibrary

/// The responses of the library's operations.
extension Call<LibraryService> {
    /// Returns a value as JSON, or 304 when the client has it already.
    func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json",
        headers: HTTPFields = [:]
    ) throws -> Response {
        try document(ListingEncoder.encode(value), status: status, type: type, headers: headers)
    }

    /// The entity tag of all that follows from the library's records alone.
    func recordsTag() throws -> String { "\"\(service.version)-\(try library.index.version())\"" }

    /// Returns the response 304 when the client has the version of a GET already; otherwise `nil`.
    ///
    /// - Throws: `HTTPError` with status 412 when `If-Match` names another version.
    func notModified(_ tag: String) throws(HTTPError) -> Response? {
        try requireVersion(tag)
        return request.notModified(tag, [.eTag: tag, .cacheControl: service.cacheControl])
    }

    /// Returns a body that follows from the library's records, or 304 when the client has it already.
    func document(
        _ data: Data, status: HTTPResponse.Status = .ok, type: String, headers: HTTPFields = [:]
    ) throws(HTTPError) -> Response {
        let tag = headers[.eTag] ?? EntityTags.tag(of: data)
        try requireVersion(tag)
        return try reply(
            Array(data), status: status, type: type, tag: tag, cacheControl: service.cacheControl, compresses: true,
            headers: headers)
    }

    /// Returns the response with a new record and its address. `tag` is its version where the representation at the address has more than `value`.
    func created(_ value: some Encodable, id: String, tag: String? = nil) throws -> Response {
        var headers: HTTPFields = [.location: LibraryService.address(of: id)]
        headers[.eTag] = tag
        return try json(value, status: .created, headers: headers)
    }

    /// Returns the response with a report, which is not stored. `address` is that of its subject.
    func report(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, of address: String? = nil
    ) throws -> Response {
        var headers: HTTPFields = [:]
        headers[.location] = address
        return try reply(
            Array(try ListingEncoder.encode(value)), status: status, cacheControl: "no-store", headers: headers)
    }

    func noContent() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

    /// Returns a page of a list, with the address of the next one.
    ///
    /// A cursor has the id of the last item of the page before and the number of items up to it. So pages go on right when items are added or removed
    /// in the meantime, even the item itself.
    ///
    /// - Parameter tag: the version of the list; `nil` for that of the page's body.
    /// - Throws: `HTTPError` with status 400 for a cursor that no page gave.
    func page<Item: Identifiable<String>, Listing: Encodable>(
        of all: [Item], tag: String?, _ listing: (Item) throws -> Listing
    ) throws -> Response {
        var start = 0
        if let cursor = try query.first("cursor").map(Self.read) {
            let last = all.firstIndex { $0.id == cursor.id }
            start = last.map { $0 + 1 } ?? min(cursor.count, all.count)
        }
        let items = all[start...].prefix(query.integer("limit") ?? Operation.Parameter.usualLimit)
        var headers: HTTPFields = [.totalCount: "\(all.count)"]
        headers[.eTag] = tag
        if let last = items.last, items.endIndex < all.endIndex {
            let cursor = Base64.urlSafe.encode(Array("\(items.endIndex).\(last.id)".utf8))
            let path = request.uri.string.prefix { $0 != "?" }
            headers[.link] = "<\(path)?\(query.replacing("cursor", by: cursor))>; rel=\"next\""
        }
        return try json(try items.map(listing), headers: headers)
    }

    private static func read(_ cursor: String) throws(HTTPError) -> (count: Int, id: String) {
        guard let bytes = Base64.urlSafe.decode(cursor), let text = String(validating: bytes, as: UTF8.self),
            let dot = text.firstIndex(of: "."), let count = Int(text[..<dot]), count > 0
        else { throw .badRequest("The cursor is not one that a page of this service gave.") }
        return (count, String(text[text.index(after: dot)...]))
    }

    /// Checks `If-Match` for the version that GET would send.
    ///
    /// - Throws: `HTTPError` with status 412 for another version.
    func requireVersion(_ tag: String) throws(HTTPError) {
        guard operation.method == .get, let tags = request.headers.ifMatch,
            !EntityTags.matchesStrongly(tags, tag)
        else { return }
        throw .otherVersion
    }
}
