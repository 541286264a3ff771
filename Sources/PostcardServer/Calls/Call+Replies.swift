import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

extension Call {
    /// The minimum size in bytes of a body that is worth compressing.
    private static var minimumCompressedBytes: Int { 4_096 }
    /// The gzip compression level. Compression takes a third of the time of zlib's default level, and the result is nearly as small.
    private static var compression: Int32 { 3 }

    /// Returns a response with a body in memory, or 304 if the client already has this version of it.
    ///
    /// - Parameters:
    ///   - tag: the entity tag of the body; `nil` for a body without versions.
    ///   - compresses: true to compress a large body if the client accepts gzip.
    /// - Throws: `HTTPError` with status 503 if the client has not read earlier responses. Responses to changes are never rejected, since
    ///   the change has already been made.
    func reply(
        _ bytes: [UInt8], status: HTTPResponse.Status = .ok, type: String = "application/json", tag: String? = nil,
        cacheControl: String, compresses: Bool = false, headers: HTTPFields = [:]
    ) throws(HTTPError) -> Response {
        var (bytes, headers) = (bytes, headers)
        headers[.cacheControl] = cacheControl
        if let tag {
            headers[.eTag] = headers[.eTag] ?? tag
            if status == .ok, operation.method == .get, let known = request.notModified(tag, headers) { return known }
        }
        headers[.contentType] = type
        if compresses, bytes.count > Self.minimumCompressedBytes {
            headers[.vary] = "Accept-Encoding"
            if request.headers.acceptsGzip, let gzip = bytes.gzipped(level: Self.compression) {
                bytes = gzip
                headers[.contentEncoding] = "gzip"
                headers[.eTag] = headers[.eTag].map(EntityTags.gzip)
            }
        }
        let body: ResponseBody =
            operation.method == .get
            ? try ResponseBody(bytes, countedBy: responses) : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        return Response(status: status, headers: headers, body: body)
    }

    /// Returns JSON with its entity tag, or 304 if the client already has it.
    func tagged(_ json: [UInt8], cacheControl: String = "no-cache") throws(HTTPError) -> Response {
        try reply(json, tag: EntityTags.tag(of: json), cacheControl: cacheControl)
    }

    static func redirect(
        to target: String, status: HTTPResponse.Status, cacheControl: String = "no-cache"
    ) -> Response {
        Response(status: status, headers: [.location: target, .cacheControl: cacheControl])
    }

    /// Returns a permanent redirect to another spelling of a URL.
    static func moved(to target: String) -> Response {
        redirect(to: target, status: .movedPermanently, cacheControl: "public, max-age=300")
    }
}
