import HTTPTypes
import HummingbirdCore
import PlatformFoundation
import PostcardCore
import PostcardLibrary

/// The responses of the library's operations.
extension Call<LibraryService> {
    /// Returns a value that depends only on the library's records, by default as JSON, or 304 if the client already has it.
    func document<Value: Encodable>(
        _ value: Value, status: HTTPResponse.Status = .ok, type: String = "application/json",
        headers: HTTPFields = [:], encodedBy encode: (Value) throws -> Data = { try ListingEncoder.encode($0) }
    ) throws -> Response {
        let data = try encode(value)
        let tag = headers[.eTag] ?? EntityTags.tag(of: data)
        try requireVersion(tag)
        return try reply(
            Array(data), status: status, type: type, tag: tag, cacheControl: service.cacheControl, compresses: true,
            headers: headers)
    }

    /// Returns a response with a new record and its URL. `tag` is the record's version; `nil` if the resource at the URL is `value` itself.
    func created(_ value: some Encodable, id: String, tag: String? = nil) throws -> Response {
        var headers: HTTPFields = [.location: LibraryService.address(of: id)]
        headers[.eTag] = tag
        return try document(value, status: .created, headers: headers)
    }

    /// Returns a response with a report, which clients must not store. `address` is the path of the report's subject.
    func report(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, of address: String? = nil
    ) throws -> Response {
        var headers: HTTPFields = [:]
        headers[.location] = address
        return try reply(
            Array(try ListingEncoder.encode(value)), status: status, cacheControl: "no-store", headers: headers)
    }

    func noContent() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

    /// Returns a page of a list, with the URL of the next one, or 304 if the client already has it.
    ///
    /// A cursor contains the id of the previous page's last item, and the number of items up to it. The next page is therefore correct even
    /// if items were added or removed in the meantime, and even if that last item was removed.
    ///
    /// - Parameters:
    ///   - items: all items, oldest first if the list has an order. They are not read if the client already has the list.
    ///   - isOfRecords: true if the list depends only on the library's records, so the list's version is the version of the index.
    ///   - listing: returns the JSON of an item.
    /// - Throws: `HTTPError` with status 400 for an invalid cursor, or 412 if `If-Match` contains a different version.
    func page<Item: Identifiable, Listing: Encodable>(
        of items: @autoclosure () throws -> [Item], isOfRecords: Bool = true, _ listing: (Item) throws -> Listing
    ) throws -> Response where Item.ID: CustomStringConvertible {
        let tag = isOfRecords ? "\"\(service.version)-\(try library.index.version())\"" : nil
        if let tag {
            try requireVersion(tag)
            let known = request.notModified(tag, [.eTag: tag, .cacheControl: service.cacheControl])
            if let known { return known }
        }
        var all = try items()
        if query.first(Operation.Parameter.order.name) == "newest" { all.reverse() }
        var start = 0
        if let cursor = try query.first("cursor").map(Self.read) {
            let last = all.firstIndex { $0.id.description == cursor.id }
            start = last.map { $0 + 1 } ?? min(cursor.count, all.count)
        }
        let page = all[start...].prefix(query.integer("limit") ?? Operation.Parameter.usualLimit)
        var headers: HTTPFields = [.totalCount: "\(all.count)"]
        headers[.eTag] = tag
        if let last = page.last, page.endIndex < all.endIndex {
            let cursor = Base64.urlSafe.encode(Array("\(page.endIndex).\(last.id)".utf8))
            let path = request.uri.string.prefix { $0 != "?" }
            headers[.link] = "<\(path)?\(query.replacing("cursor", by: cursor))>; rel=\"next\""
        }
        return try document(try page.map(listing), headers: headers)
    }

    private static func read(_ cursor: String) throws(HTTPError) -> (count: Int, id: String) {
        guard let bytes = Base64.urlSafe.decode(cursor), let text = String(validating: bytes, as: UTF8.self),
            let dot = text.firstIndex(of: "."), let count = Int(text[..<dot]), count > 0
        else { throw .badRequest("Invalid cursor. Use the cursor in the Link header of a page.") }
        return (count, String(text[text.index(after: dot)...]))
    }

    /// Checks `If-Match` against the version that GET would send.
    ///
    /// - Throws: `HTTPError` with status 412 if the version is different.
    func requireVersion(_ tag: String) throws(HTTPError) {
        guard operation.method == .get, let tags = request.headers.ifMatch,
            !EntityTags.matchesStrongly(tags, tag)
        else { return }
        throw .otherVersion
    }
}
