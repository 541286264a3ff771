import Synchronization

/// A request and what has come of its response: libcurl's thread puts in what comes, a task takes it out.
final class CurlExchange: Sendable {
    struct Head: Sendable {
        var status = 0
        var fields: [(name: String, value: String)] = []
    }

    private struct State {
        var head = Head()
        var isHeadComplete = false
        /// What has come and was not taken.
        var bytes: [UInt8] = []
        /// True when libcurl holds bytes for which there was no room.
        var isPaused = false
        var end: Result<Void, any Error>?
        var lastProgress: ContinuousClock.Instant?
        var headReader: CheckedContinuation<Head, any Error>?
        var bodyReader: CheckedContinuation<[UInt8]?, any Error>?
    }

    /// More bytes than that have to wait in the connection.
    private static let maximumBytes = 256 << 10

    let request: CurlClient.Request
    private let deadline: ContinuousClock.Instant
    private let state = Mutex(State())

    init(_ request: CurlClient.Request) {
        self.request = request
        deadline = .now + request.timeout
    }

    /// Waits for the head.
    func head() async throws -> Head {
        try await withCheckedThrowingContinuation { reader in
            let known: Result<Head, any Error>? = state.withLock { state in
                if state.isHeadComplete { return .success(state.head) }
                if case .failure(let error) = state.end { return .failure(error) }
                state.headReader = reader
                return nil
            }
            if let known { reader.resume(with: known) }
        }
    }

    /// Waits for bytes of the body; `nil` at its end.
    func next() async throws -> [UInt8]? {
        try await withCheckedThrowingContinuation { reader in
            let known: Result<[UInt8]?, any Error>? = state.withLock { state in
                if case .failure(let error) = state.end { return .failure(error) }
                guard state.bytes.isEmpty else {
                    defer { state.bytes = [] }
                    return .success(state.bytes)
                }
                if state.end != nil { return .success(nil) }
                state.bodyReader = reader
                return nil
            }
            if let known { reader.resume(with: known) }
        }
    }

    /// True once when there is room again for bytes that libcurl holds.
    func continues() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.bytes.isEmpty else { return false }
            state.isPaused = false
            state.lastProgress = .now
            return true
        }
    }
}

/// What libcurl's thread calls.
extension CurlExchange {
    /// The exchange that libcurl was given as its context, and that its loop keeps until it has ended.
    static func at(_ context: UnsafeMutableRawPointer) -> CurlExchange {
        Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    }

    /// Takes a line of a head. That of an answer in between, such as 100, is followed by another.
    func take(line: some Collection<UInt8>) {
        let isContinued = line.first == 0x20 || line.first == 0x09
        let content = String(decoding: line, as: UTF8.self).prefix { !$0.isNewline }.drop { $0 == "\t" || $0 == " " }
        let ready: (CheckedContinuation<Head, any Error>, Head)? = state.withLock { state in
            guard !state.isHeadComplete else { return nil }
            if content.hasPrefix("HTTP/") {
                state.head = Head(status: content.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
            } else if isContinued, let last = state.head.fields.indices.last {
                state.head.fields[last].value += " \(content)"
            } else if let colon = content.firstIndex(of: ":") {
                let value = content[content.index(after: colon)...]
                let start = value.drop { $0 == " " || $0 == "\t" }
                let end = start.lastIndex { $0 != " " && $0 != "\t" }
                state.head.fields.append(
                    (String(content[..<colon]), end.map { String(start[...$0]) } ?? ""))
            } else if content.isEmpty, state.head.status >= 200 {
                state.isHeadComplete = true
                defer { state.headReader = nil }
                return state.headReader.map { ($0, state.head) }
            }
            return nil
        }
        if let (reader, head) = ready { reader.resume(returning: head) }
    }

    /// Takes bytes of the body; returns false when there is no room for them yet.
    func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let (isTaken, reader) = state.withLock { state in
            if let reader = state.bodyReader {
                state.bodyReader = nil
                return (true, Optional(reader))
            }
            guard state.bytes.isEmpty || state.bytes.count + bytes.count <= Self.maximumBytes else {
                state.isPaused = true
                return (false, nil)
            }
            state.bytes += bytes
            return (true, nil)
        }
        reader?.resume(returning: Array(bytes))
        return isTaken
    }

    /// Copies bytes of the request's body.
    func give(_ buffer: UnsafeMutableBufferPointer<UInt8>, from offset: Int) -> Int {
        guard let body = request.body, offset < body.count else { return 0 }
        let count = min(buffer.count, body.count - offset)
        _ = buffer.update(fromContentsOf: body[offset..<offset + count])
        return count
    }

    func noteProgress() { state.withLock { $0.lastProgress = .now } }

    /// The moment at which the exchange has taken too long, unless something comes before.
    func limit(idleTimeout: Duration, isConnected: () -> Bool) -> ContinuousClock.Instant {
        state.withLock { state in
            if state.lastProgress == nil, isConnected() { state.lastProgress = .now }
            guard let last = state.lastProgress, !state.isPaused else { return deadline }
            return min(deadline, last + idleTimeout)
        }
    }

    /// Ends the exchange; only the first end counts.
    func finish(_ end: Result<Void, any Error>) {
        let (head, body): (CheckedContinuation<Head, any Error>?, CheckedContinuation<[UInt8]?, any Error>?) =
            state.withLock { state in
                guard state.end == nil else { return (nil, nil) }
                // Without a head there was no answer.
                state.end = state.isHeadComplete ? end : end.flatMap { .failure(CurlError.badProtocol) }
                defer { (state.headReader, state.bodyReader) = (nil, nil) }
                return (state.headReader, state.bodyReader)
            }
        switch end {
        case .success:
            head?.resume(throwing: CurlError.badProtocol)
            body?.resume(returning: nil)
        case .failure(let error):
            head?.resume(throwing: error)
            body?.resume(throwing: error)
        }
    }
}
