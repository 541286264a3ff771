internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import PostcardLibrary
internal import Synchronization

/// Requests that clients may send again when an answer was lost: what was made then is not made twice, and the answer is the same.
///
/// The field `Idempotency-Key` of draft-ietf-httpapi-idempotency-key-header, for POST.
final class RepeatedRequests: Sendable {
    /// What tells a request from others.
    struct Key: Sendable, Hashable {
        /// The name of the caller's token.
        let caller: String
        let target: String
        let key: String
    }

    /// What a request is told from others of the same key by. Forms, which are large, have other boundaries each time: of them only the
    /// length is compared.
    struct Content: Sendable, Hashable {
        let mediaType: String?
        let length: String?
        /// Of JSON.
        let hash: BlobHash?
    }

    private struct Answer {
        let head: HTTPResponse
        let body: ByteBuffer
        let end: ContinuousClock.Instant
    }
    private struct Entry {
        let content: Content
        /// `nil` while the request is being answered.
        var answer: Answer?
    }
    private struct State {
        var entries: [Key: Entry] = [:]
        /// Those with an answer, the oldest first.
        var answered: [Key] = []
        /// Bytes of the bodies of all answers.
        var byteCount = 0

        mutating func remove(_ key: Key) {
            if let answer = entries.removeValue(forKey: key)?.answer {
                byteCount -= answer.body.readableBytes
                answered.removeAll { $0 == key }
            }
        }
    }

    /// The time for which an answer is kept.
    static let lifetime = Duration.seconds(600)
    private static let maximumKept = 1_000
    /// Bytes of all answers together.
    private static let maximumKeptBytes = 16 << 20
    /// Bytes of an answer: lists of what was made.
    private static let maximumBodyBytes = 256 << 10
    private static let maximumKeyLength = 128

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// The key of a request; `nil` for one without.
    ///
    /// - Throws: `HTTPError` with status 400 for a key that is none.
    static func key(of request: Request, caller: String?) throws(HTTPError) -> Key? {
        guard request.method == .post, let key = request.headers[.idempotencyKey] else { return nil }
        guard (1...maximumKeyLength).contains(key.utf8.count), key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw .badRequest("Idempotency-Key has 1 to \(maximumKeyLength) visible ASCII characters.")
        }
        return Key(caller: caller ?? "", target: request.uri.string, key: key)
    }

    /// Answers a request, or gives the answer that it had before. What failed may be tried again.
    ///
    /// - Throws: `HTTPError` with status 409 while the same request is being answered, 422 when the key was another request's; what
    ///   `answer` throws.
    func respond(
        to key: Key, with content: Content, _ answer: () async throws -> Response
    ) async throws -> Response {
        if let known = try begin(key, content) {
            return Response(
                status: known.head.status, headers: known.head.headerFields, body: .init(byteBuffer: known.body))
        }
        do {
            let response = try await answer()
            guard (response.body.contentLength ?? .max) <= Self.maximumBodyBytes else {
                forget(key)
                return response
            }
            let collected = CollectedBody()
            try await response.body.write(collected)
            let body = collected.bytes.withLock { $0 }
            keep(Answer(head: response.head, body: body, end: now() + Self.lifetime), for: key, content)
            return Response(status: response.status, headers: response.headers, body: .init(byteBuffer: body))
        } catch {
            forget(key)
            throw error
        }
    }

    private func begin(_ key: Key, _ content: Content) throws(HTTPError) -> Answer? {
        let now = now()
        let found: Result<Answer?, HTTPError> = state.withLock { state in
            if let entry = state.entries[key], entry.answer.map({ now < $0.end }) ?? true {
                guard entry.content == content else {
                    return .failure(
                        .unprocessable("The Idempotency-Key was that of another request. Take a new one for each."))
                }
                guard let answer = entry.answer else {
                    return .failure(HTTPError(.conflict, "The same request is being answered.", retryAfter: 2))
                }
                return .success(answer)
            }
            state.remove(key)
            state.entries[key] = Entry(content: content)
            return .success(nil)
        }
        return try found.get()
    }

    private func keep(_ answer: Answer, for key: Key, _ content: Content) {
        state.withLock { state in
            state.entries[key] = Entry(content: content, answer: answer)
            state.answered.append(key)
            state.byteCount += answer.body.readableBytes
            while state.answered.count > Self.maximumKept || state.byteCount > Self.maximumKeptBytes,
                let oldest = state.answered.first
            {
                state.remove(oldest)
            }
        }
    }

    private func forget(_ key: Key) { state.withLock { _ = $0.entries.removeValue(forKey: key) } }
}

/// Takes a body.
private final class CollectedBody: ResponseBodyWriter, Sendable {
    let bytes = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { bytes in
            var buffer = buffer
            bytes.writeBuffer(&buffer)
        }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
