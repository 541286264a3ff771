import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

extension Request {
    /// True when something follows the header.
    var hasBody: Bool { headers[.contentLength].map { $0 != "0" } ?? false || headers[.transferEncoding] != nil }

    /// The type of the body without parameters, in lower case.
    var mediaType: String {
        (headers[.contentType] ?? "").prefix { $0 != ";" }.trimmingSpaces().lowercased()
    }

    /// Reads the body piece by piece.
    ///
    /// - Parameters:
    ///   - limit: the largest number of bytes.
    ///   - room: counts the bytes as they come, where they stay in memory.
    ///   - receive: gets each piece.
    /// - Throws: `HTTPError` with status 413 for more bytes than `limit`, 503 when there is no room; what `receive` throws.
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

    /// The body.
    ///
    /// - Throws: as `readBody`.
    func bytes(limit: Int, room: WeightedSemaphore.Permit? = nil) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await readBody(limit: limit, room: room) { bytes += $0 }
        return bytes
    }
}
