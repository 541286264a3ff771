import CZlib
import HTTPTypes
import HummingbirdCore
import NIOCore

extension ResponseBody {
    /// The maximum size in bytes of a body that does not count toward the budget, small enough for one such body per connection.
    private static let minimumBytes = 16 << 10

    /// Creates a body from bytes in memory. The body is sent in pieces, and counts toward the budget until the client has read it.
    ///
    /// - Throws: `HTTPError` with status 503 if the budget is exhausted.
    init(_ bytes: [UInt8], countedBy room: ResponseBudget) throws(HTTPError) {
        guard bytes.count > Self.minimumBytes else {
            self.init(byteBuffer: ByteBuffer(bytes: bytes))
            return
        }
        let permit = try room.permit(bytes.count)
        self.init(contentLength: bytes.count) { writer in
            for start in stride(from: 0, to: bytes.count, by: ServedFile.pieceSize) {
                let piece = bytes[start..<min(start + ServedFile.pieceSize, bytes.count)]
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
            withExtendedLifetime(permit) {}
        }
    }
}

extension [UInt8] {
    /// Returns the bytes compressed with gzip, RFC 1952; `nil` if zlib fails. `level` is 1 (fast) to 9 (small).
    func gzipped(level: Int32) -> [UInt8]? {
        guard let byteCount = UInt32(exactly: count) else { return nil }
        var stream = z_stream()
        guard postcard_gzip_init(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        guard let bound = UInt32(exactly: deflateBound(&stream, UInt(byteCount))) else { return nil }
        var source = self
        return source.withUnsafeMutableBufferPointer { source in
            stream.next_in = source.baseAddress
            stream.avail_in = byteCount
            let target = [UInt8](unsafeUninitializedCapacity: Int(bound)) { target, written in
                stream.next_out = target.baseAddress
                stream.avail_out = bound
                written = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(bound - stream.avail_out) : 0
            }
            return target.isEmpty ? nil : target
        }
    }
}

// MARK: Server-sent events

extension Response {
    /// Returns a response with the events from a source.
    static func events(of source: some ServerSentEventSource) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no"],
            body: ResponseBody { writer in
                try await source.write(to: &writer)
                try await writer.finish(nil)
            })
    }
}
