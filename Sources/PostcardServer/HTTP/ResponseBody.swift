import CZlib
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PlatformFoundation
import PlatformLibc
import PostcardDisk
import ServiceLifecycle

/// An open file whose content is sent in pieces. It stays readable when it is deleted in the meantime.
final class ServedFile: Sendable {
    private let file: OwnedDescriptor
    /// The size in bytes.
    let size: Int

    /// The bytes that are read at a time; each client has two or three such pieces in memory.
    static let pieceSize = 64 << 10

    init(_ file: consuming OwnedDescriptor) {
        size = file.size
        self.file = file
    }

    /// - Returns: `nil` when the file cannot be opened.
    convenience init?(path: String) {
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY) else { return nil }
        self.init(file)
    }

    /// Returns the first bytes, for telling the file's type.
    func head(_ count: Int) -> [UInt8] { read(0..<min(count, size)) ?? [] }

    /// Returns the body of a response with a part of the file, a range of offsets in bytes.
    func body(_ range: Range<Int>, threads: NIOThreadPool) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            try await self.write(range, to: &writer, threads: threads)
            try await writer.finish(nil)
        }
    }

    /// Writes a part of the file, reading on the threads of the pool, so that event loops do not wait for the disk.
    @concurrent
    private func write(_ range: Range<Int>, to writer: inout any ResponseBodyWriter, threads: NIOThreadPool)
        async throws
    {
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = start..<min(start + Self.pieceSize, range.upperBound)
            guard let bytes = try await threads.runIfActive({ self.read(piece) }), bytes.count == piece.count else {
                // The length was announced in the head, so the connection has to be closed.
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
    /// The largest body in bytes that is not counted, since every connection may have one.
    private static let minimumBytes = 16 << 10

    /// Makes a body of bytes in memory, which is sent in pieces and counted until the client has taken it.
    ///
    /// - Throws: `HTTPError` with status 503 when the budget is exhausted.
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
    /// Returns the bytes compressed to gzip, RFC 1952; `nil` where zlib fails. `level` is 1 (fast) to 9 (small).
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

/// The text format of server-sent events, as the HTML standard defines it.
enum ServerSentEvents {
    /// A comment that keeps a silent connection open.
    fileprivate static let heartbeat = ": still here\n\n"

    /// Returns an event whose data is a value as JSON. Clients send `id` as `Last-Event-ID` when they reconnect.
    static func event(_ name: String, id: Int? = nil, _ value: some Encodable) throws -> String {
        let encoder = JSONEncoder.compact
        encoder.dateEncodingStrategy = .iso8601
        let data = String(decoding: try encoder.encode(value), as: UTF8.self)
        return "event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(data)\n\n"
    }
}

/// A source of server-sent events that is polled. Several changes between two polls are one event.
protocol ServerSentEventSource: Sendable {
    /// The time between two polls.
    var interval: Duration { get }
    /// The longest time without a byte, after which proxies and ``ConnectionGuard`` would close the connection.
    var heartbeat: Duration { get }

    /// Returns the events since the last poll, empty for none, and true with the last events.
    mutating func look() async throws -> (events: String, areLast: Bool)
}

extension ServerSentEventSource {
    /// Writes events until the last ones, the client's disconnection or the shutdown of the service.
    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        var source = self
        var (events, areLast) = try await source.look()
        try await writer.write(ByteBuffer(string: events.isEmpty ? ": listening\n\n" : events))
        guard !areLast else { return }
        let interval = interval
        var written = ContinuousClock.now
        for await _ in AsyncStream(unfolding: { try? await Task.sleep(for: interval) }).cancelOnGracefulShutdown() {
            (events, areLast) = try await source.look()
            if events.isEmpty, .now - written >= heartbeat { events = ServerSentEvents.heartbeat }
            if !events.isEmpty {
                try await writer.write(ByteBuffer(string: events))
                written = .now
            }
            if areLast { return }
        }
        // At shutdown, changes since the last poll are sent, such as the end of a job.
        let rest = try await source.look().events
        if !rest.isEmpty { try await writer.write(ByteBuffer(string: rest)) }
    }
}

extension Response {
    /// Returns a response with the events of a source.
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
