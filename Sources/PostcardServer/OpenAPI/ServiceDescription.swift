import PostcardCrypto
import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

/// The OpenAPI document, ready to be sent.
struct ServiceDescription: Sendable {
    private let body: ByteBuffer
    private let tag: String

    init(_ document: OpenAPIDocument) throws {
        let bytes = try document.encoded()
        body = ByteBuffer(bytes: bytes)
        tag = "\"\(Base64.urlSafe.encode(Array(SHA256.hash(data: bytes).prefix(16))))\""
    }

    func response(to request: Request) -> Response {
        let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache", .contentType: "application/json"]
        guard !EntityTags.matches(request.headers[.ifNoneMatch], tag) else {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }
}
