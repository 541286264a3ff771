import CZlib
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PlatformFoundation
import PlatformLibc
import PostcardDisk
import ServiceLifecycle

/// A file that is sent piece by piece; it stays open, and so whole, even when it is deleted in the meantime.
final class ServedFile: Sendable {
    private let file: OwnedDescriptor
    /// Bytes of the file.
    let size: Int

    /// The bytes that are read at a time, of which each client has two or three pieces in memory.
    static let pieceSize = 64 << 10

    init(_ file: consuming OwnedDescriptor) {
        size = file.size
        self.file = file
    }

    /// - Returns: `nil` when it is not there.
    convenience init?(path: String) {
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY) else { return nil }
        self.init(file)
    }

    /// The first bytes, to tell what it is.
    func head(_ count: Int) -> [UInt8] { read(0..<min(count, size)) ?? [] }

    /// The body of a response with a part of it.
    func body(_ range: Range<Int>, threads: NIOThreadPool) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            try await self.write(range, to: &writer, threads: threads)
            try await writer.finish(nil)
        }
    }

    /// Sends a part of it, reading on other threads than those that answer requests.
    @concurrent
    private func write(_ range: Range<Int>, to writer: inout any ResponseBodyWriter, threads: NIOThreadPool)
        async throws
    {
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = start..<min(start + Self.pieceSize, range.upperBound)
            guard let bytes = try await threads.runIfActive({ self.read(piece) }), bytes.count == piece.count else {
                // The head has promised more: all that is left is to break off.
                throw HTTPError(.internalServerError, "A file ended before its end.")
            }
            try await writer.write(ByteBuffer(bytes: bytes))
            start = piece.upperBound
        }
    }

    private func read(_ range: Range<Int>) -> [UInt8]? {
        file.read(upTo: range.count, at: range.lowerBound)
    }
}

extension ResponseBody {
    /// Bytes that need not be counted: as many as every connection may have.
    private static let minimumBytes = 16 << 10

    /// Bytes in memory, sent in pieces, which count until the client has taken them.
    ///
    /// - Throws: `HTTPError` with a refusal when clients have not taken too many others.
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

/// Compresses to gzip, RFC 1952.
enum GzipEncoder {
    /// Compresses bytes; `nil` where zlib has no memory. `level` is 1 (fast) to 9 (small).
    static func encode(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        guard let count = UInt32(exactly: bytes.count) else { return nil }
        var stream = z_stream()
        guard postcard_gzip_init(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        guard let bound = UInt32(exactly: deflateBound(&stream, UInt(count))) else { return nil }
        var source = bytes
        return source.withUnsafeMutableBufferPointer { source in
            stream.next_in = source.baseAddress
            stream.avail_in = count
            let target = [UInt8](unsafeUninitializedCapacity: Int(bound)) { target, written in
                stream.next_out = target.baseAddress
                stream.avail_out = bound
                written = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(bound - stream.avail_out) : 0
            }
            return target.isEmpty ? nil : target
        }
    }
}

/// Server-sent events, as the HTML standard defines them.
enum ServerSentEvents {
    /// A comment, which keeps the connection from being taken for dead.
    fileprivate static let heartbeat = ": still here\n\n"

    /// An event whose data is a value as JSON. `id` is what clients send as `Last-Event-ID` when they come back.
    static func event(_ name: String, id: Int? = nil, _ value: some Encodable) throws -> String {
        let encoder = JSONEncoder.compact
        encoder.dateEncodingStrategy = .iso8601
        let data = String(decoding: try encoder.encode(value), as: UTF8.self)
        return "event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(data)\n\n"
    }
}

/// A source of server-sent events, which is looked at again and again: several changes between two looks are one to the client.
protocol ServerSentEventSource: Sendable {
    /// The time from one look to the next.
    var interval: Duration { get }
    /// The longest silence: proxies and our own guard close what is silent for too long.
    var heartbeat: Duration { get }

    /// The events that are new since the last look, empty for none. No others come after the last ones.
    mutating func look() throws -> (events: String, areLast: Bool)
}

extension ServerSentEventSource {
    /// Writes events until there are no more, the client goes away or the service stops.
    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        var source = self
        var (events, areLast) = try source.look()
        try await writer.write(ByteBuffer(string: events.isEmpty ? ": listening\n\n" : events))
        guard !areLast else { return }
        let interval = interval
        var written = ContinuousClock.now
        for await _ in AsyncStream(unfolding: { try? await Task.sleep(for: interval) }).cancelOnGracefulShutdown() {
            (events, areLast) = try source.look()
            if events.isEmpty, .now - written >= heartbeat { events = ServerSentEvents.heartbeat }
            if !events.isEmpty {
                try await writer.write(ByteBuffer(string: events))
                written = .now
            }
            if areLast { return }
        }
        // The service stops: changes since the last look are told still, such as the end of a job.
        let rest = try source.look().events
        if !rest.isEmpty { try await writer.write(ByteBuffer(string: rest)) }
    }
}

extension Response {
    /// A response of server-sent events.
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
