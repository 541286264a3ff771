import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

extension Request {
    /// True if the request has a body.
    var hasBody: Bool { headers[.contentLength].map { $0 != "0" } ?? false || headers[.transferEncoding] != nil }

    /// The media type of the body without parameters, in lowercase.
    var mediaType: String {
        (headers[.contentType] ?? "").prefix { $0 != ";" }.trimmingSpaces().lowercased()
    }

    /// Returns a 304 response if `If-None-Match` contains this version, RFC 9110 section 13.1.2; otherwise `nil`.
    func notModified(_ tag: String, _ fields: HTTPFields) -> Response? {
        EntityTags.matches(headers[.ifNoneMatch], tag) ? Response(status: .notModified, headers: fields) : nil
    }

    /// Reads the body in pieces.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of bytes.
    ///   - room: the permit that grows by the number of bytes kept in memory; `nil` if there is none.
    ///   - receive: called with each piece.
    /// - Throws: `HTTPError` with status 413 if the body exceeds `limit`, or 503 if the permit can't grow; or an error from `receive`.
    func readBody(
        limit: Int, room: WeightedSemaphore.Permit? = nil, _ receive: (ByteBufferView) throws -> Void
    ) async throws {
        let tooLarge = HTTPError(.contentTooLarge, "The body has more than \(limit) bytes.")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
        var count = 0
        for try await piece in body {
            count += piece.readableBytes
            guard count <= limit else { throw tooLarge }
            try room?.grow(by: piece.readableBytes)
            try receive(piece.readableBytesView)
        }
    }

    /// Reads the whole body into memory.
    ///
    /// - Throws: the same errors as `readBody`.
    func bytes(limit: Int, room: WeightedSemaphore.Permit? = nil) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await readBody(limit: limit, room: room) { bytes += $0 }
        return bytes
    }
}
