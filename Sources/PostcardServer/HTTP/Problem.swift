import HTTPTypes
import HummingbirdCore
import NIOCore
import PlatformFoundation
import PostcardCore

/// Problem details of RFC 9457.
struct Problem: Encodable {
    let type = "about:blank"
    let title: String
    let status: Int
    let detail: String
    let instance: String
    /// The detail again, as memegen calls it.
    let error: String?
    static let schema = Schema.record(
        [
            "type": Schema.string, "title": Schema.string, "status": Schema.integer, "detail": Schema.string,
            "instance": Schema.string, "error": Schema.string,
        ],
        required: ["type", "title", "status", "detail", "instance"]
    ).adding(["description": "Problem details, RFC 9457."])

    init(_ fault: HTTPError, id: String, isOrder: Bool) {
        (title, status, detail) = (fault.status.reasonPhrase, fault.status.code, fault.detail)
        instance = "urn:request:\(id)"
        error = isOrder ? fault.detail : nil
    }

    var response: Response {
        // Strings and numbers can always be encoded; without a body the status still tells enough.
        let body = (try? JSONEncoder.compact.encode(self)) ?? Data()
        return Response(
            status: .init(code: status, reasonPhrase: title),
            headers: [.contentType: "application/problem+json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension JSONEncoder {
    /// Writes JSON without spaces, members by name.
    static var compact: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
