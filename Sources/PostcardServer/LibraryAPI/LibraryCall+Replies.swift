import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardCore
import PostcardLibrary

/// The responses of the library's operations.
extension LibraryCall {
    /// The least size in bytes of JSON that is compressed.
    private static let minimumCompressedBytes = 4_096
    /// The level of gzip, which takes a third of the time of zlib's default for nearly the same size.
    private static let compression: Int32 = 3

    /// Returns a value as JSON, or 304 when the client has it already.
    func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json",
        headers: HTTPFields = [:]
    ) throws -> Response {
        try reply(ListingEncoder.encode(value), status: status, type: type, headers: headers)
    }

    /// Returns a body, compressed where the client accepts gzip, or 304 when the client has it already.
    func reply(
        _ data: Data, status: HTTPResponse.Status = .ok, type: String, headers: HTTPFields = [:]
    ) throws -> Response {
        var headers = headers
        let tag = EntityTags.tag(of: data)
        headers[.eTag] = headers[.eTag] ?? tag
        headers[.cacheControl] = service.cacheControl
        try requireVersion(tag)
        if status == .ok, operation.method == .get, let known = request.notModified(tag, headers) { return known }
        headers[.contentType] = type
        var bytes = Array(data)
        if bytes.count > Self.minimumCompressedBytes {
            headers[.vary] = "Accept-Encoding"
            if request.headers.acceptsGzip, let gzip = bytes.gzipped(level: Self.compression) {
                bytes = gzip
                headers[.contentEncoding] = "gzip"
                headers[.eTag] = headers[.eTag].map(EntityTags.gzip)
            }
        }
        return Response(
            status: status, headers: headers, body: try ResponseBody(bytes, countedBy: responses))
    }

    /// Returns the response with a new record and its address. `tag` is its version where the representation at the address has more than `value`.
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

    func noContent() -> Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }

    /// Returns a page of a list, with the address of the next one.
    ///
    /// A cursor has the id of the last item of the page before and the number of items up to it. So pages go on right when items are added or removed
    /// in the meantime, even the item itself.
    ///
    /// - Throws: `HTTPError` with status 400 for a cursor that no page gave.
    func page<Item: Identifiable<String>, Listing: Encodable>(
        of all: [Item], _ listing: (Item) throws -> Listing
    ) throws -> Response {
        var start = 0
        if let cursor = try query.first("cursor").map(Self.read) {
            let last = all.firstIndex { $0.id == cursor.id }
            start = last.map { $0 + 1 } ?? min(cursor.count, all.count)
        }
        let items = all[start...].prefix(query.integer("limit") ?? Operation.Parameter.usualLimit)
        var headers: HTTPFields = [.totalCount: "\(all.count)"]
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

/// The JSON of records, with the addresses of their files.
extension LibraryCall {
    /// Returns the listing of an album with the addresses of its files, and at most `maximumPhotos` photos.
    func listing(of pin: Pin, maximumPhotos: Int? = nil) throws -> AlbumListing {
        var listing = try AlbumListing(of: pin, in: library, maximumPhotos: maximumPhotos) { Self.files(of: $0) }
        // The message may have paths of this machine.
        if listing.problem != nil { listing.problem = "The last download failed." }
        return listing
    }

    /// Returns the listing of a photo with the addresses of its files. `number` is its position in the album, from 1.
    static func listing(of photo: Photo, number: Int? = nil) -> PhotoListing {
        PhotoListing(photo, number: number, files: files(of: photo))
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

    /// Returns the path of the record with an id.
    static func address(of id: String) -> String {
        let kind = id.prefix { $0 != "-" }
        return "/library/\(kind == "entry" ? "entries" : "\(kind)s")/\(id)"
    }
}
