import CCurl
import PlatformFoundation
import Synchronization

/// A client of HTTP/1.1 by the system's libcurl, which is opened by the first request.
///
/// It follows no redirects and keeps no cookies. Connections are kept for later requests, until the last reference to the client or to a
/// body that it delivers is gone.
package final class CurlClient: Sendable {
    /// The way in which a client connects.
    package struct Configuration: Sendable {
        /// The number of connections to a host that may be busy at the same time; others wait.
        package var connections = 8
        package var connectTimeout = Duration.seconds(10)
        /// The longest silence of a server, in whole seconds.
        package var idleTimeout = Duration.seconds(20)
        /// True to heed `https_proxy` and the like.
        package var usesProxies = true
        /// True to take bodies in compressed form and unpack them.
        package var unpacks = false
        /// The path of a file of certificates of authorities; `nil` for the system's.
        var authorities: String?

        package init() {}
    }

    /// A request.
    package struct Request: Sendable {
        package var method = "GET"
        /// An http or https address.
        package var url: String
        package var headers: [(name: String, value: String)] = []
        /// `nil` for a request that has none, which is not the same as an empty one.
        package var body: [UInt8]?
        /// The only address that is connected to, whatever the host's name leads to; IPv6 in brackets.
        package var address: String?
        /// The most bytes that the body of the response may have.
        var maximumBodyBytes = Int.max
        /// For the whole exchange.
        package var timeout: Duration

        package init(url: String, timeout: Duration) { (self.url, self.timeout) = (url, timeout) }

        /// The address in messages.
        var place: String { URL(string: url)?.withoutSecrets ?? "The server" }
    }

    /// The head of a response, and its body as it is read.
    package struct Response: Sendable {
        package let status: Int
        package let headers: [(name: String, value: String)]
        package let body: HTTPTransportBody
    }

    private let loop: CurlLoop

    package init(_ configuration: Configuration) { loop = CurlLoop(configuration) }

    deinit { loop.stop() }

    /// Sends a request and returns when the head of the response is there.
    ///
    /// - Throws: ``HTTPTransportError``, as does reading the body; `CancellationError`.
    package func send(_ request: Request) async throws -> Response {
        let exchange = CurlExchange(request)
        let reading = Reading(client: self, exchange: exchange)
        try loop.begin(exchange)
        let head = try await reading.wait { try await exchange.head() }
        return Response(
            status: head.status, headers: head.fields,
            body: HTTPTransportBody {
                let piece = try await reading.wait { try await exchange.next() }
                return piece.isEmpty ? nil : piece
            })
    }

    /// Keeps the client as long as somebody may read, and ends the exchange when nobody can any more.
    private final class Reading: Sendable {
        let client: CurlClient
        let exchange: CurlExchange

        init(client: CurlClient, exchange: CurlExchange) { (self.client, self.exchange) = (client, exchange) }

        deinit { client.loop.cancel(exchange) }

        /// Waits, and ends the exchange when the task is cancelled; goes on with a body for which there was no room.
        func wait<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
            let result = try await withTaskCancellationHandler {
                try await body()
            } onCancel: {
                client.loop.cancel(exchange)
            }
            if exchange.continues() { client.loop.resume(exchange) }
            return result
        }
    }
}

extension Sequence where Element == (name: String, value: String) {
    /// The value of the first field of a name, in any case.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }
}

extension CurlClient: CustomReflectable {
    /// Nothing: a dump would go on into the requests that it is busy with, keys included.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A request and what has come of its response: libcurl's thread puts in what comes, a task takes it out.
final class CurlExchange: Sendable {
    struct Head: Sendable {
        var status = 0
        var fields: [(name: String, value: String)] = []
    }

    private struct State {
        var head = Head()
        var isHeadComplete = false
        /// The number of bytes of all lines of heads.
        var headCount = 0
        /// Bytes that have come and were not taken.
        var bytes: [UInt8] = []
        /// The number of bytes of the body that were taken.
        var takenCount = 0
        /// True when libcurl holds bytes for which there was no room.
        var isPaused = false
        var isComplete = false
        var error: (any Error)?
        /// The number of bytes of the request's body that were sent.
        var sentCount = 0
        /// Has the task look again that waits.
        var wake: (@Sendable () -> Void)?
    }

    /// The most bytes of heads: a server could send lines for ever.
    private static let maximumHeadBytes = 256 << 10
    /// More bytes than that have to wait in the connection.
    private static let maximumBytes = 256 << 10

    let request: CurlClient.Request
    private let state = Mutex(State())

    init(_ request: CurlClient.Request) { self.request = request }

    /// Waits for the head.
    func head() async throws -> Head { try await wait { $0.isHeadComplete ? $0.head : nil } }

    /// Waits for bytes of the body; none are its end.
    func next() async throws -> [UInt8] {
        let (bytes, count): ([UInt8], Int) = try await wait { state in
            guard !state.bytes.isEmpty || state.isComplete else { return nil }
            state.takenCount += state.bytes.count
            defer { state.bytes = [] }
            return (state.bytes, state.takenCount)
        }
        guard count <= request.maximumBodyBytes else {
            throw HTTPTransportError(
                .bodyTooLarge, "\(request.place) sent more than \(request.maximumBodyBytes) bytes.")
        }
        return bytes
    }

    /// True once when there is room again for bytes that libcurl holds.
    func continues() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.bytes.isEmpty else { return false }
            state.isPaused = false
            return true
        }
    }

    /// Waits until something is found, or for the error with which the exchange ends.
    private func wait<Value: Sendable>(for find: (inout State) -> Value?) async throws -> Value {
        while true {
            let found: Value? = try await withCheckedThrowingContinuation { reader in
                let known: Result<Value?, any Error>? = state.withLock { state in
                    if let value = find(&state) { return .success(value) }
                    if let error = state.error { return .failure(error) }
                    state.wake = { reader.resume(returning: nil) }
                    return nil
                }
                if let known { reader.resume(with: known) }
            }
            if let found { return found }
        }
    }
}

/// The calls of libcurl's thread.
extension CurlExchange {
    /// The exchange that libcurl was given as its context, and that its loop keeps until it has ended.
    static func at(_ context: UnsafeMutableRawPointer?) -> CurlExchange {
        guard let context else { fatalError("libcurl lost its context.") }  // There is no transfer without one.
        return Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    }

    /// Changes the state, and wakes the task that waits when there is something for it.
    private func change<Value>(_ body: (inout State) -> Value) -> Value {
        var wake: (@Sendable () -> Void)?
        let value = state.withLock { state in
            let value = body(&state)
            if state.isHeadComplete || state.error != nil { (wake, state.wake) = (state.wake, nil) }
            return value
        }
        wake?()
        return value
    }

    /// Takes a line of a head. That of a response in between, such as 100, is followed by another.
    ///
    /// - Returns: `false` when there are too many.
    func take(line: UnsafeRawBufferPointer) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, 0x0A].contains(byte) }
        func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
            let start = bytes.drop(while: isBlank)
            let count = start.lastIndex { !isBlank($0) }.map { $0 + 1 - start.startIndex } ?? 0
            return String(decoding: start.prefix(count), as: UTF8.self)
        }
        let isContinued = line.first == 0x20 || line.first == 0x09
        return change { state in
            state.headCount += line.count
            guard state.headCount <= Self.maximumHeadBytes else { return false }
            guard !state.isHeadComplete else { return true }
            if line.starts(with: "HTTP/".utf8) {
                let parts = text(line[...]).split(separator: " ", maxSplits: 2)
                state.head = Head(status: parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
            } else if isContinued, let last = state.head.fields.indices.last {
                state.head.fields[last].value += " " + text(line[...])
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                state.head.fields.append((text(line[..<colon]), text(line[(colon + 1)...])))
            } else if line.allSatisfy(isBlank), state.head.status >= 200 {
                state.isHeadComplete = true
            }
            return true
        }
    }

    /// Takes bytes of the body; returns false when there is no room for them yet.
    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        change { state in
            guard state.bytes.isEmpty || state.bytes.count + bytes.count <= Self.maximumBytes else {
                state.isPaused = true
                return false
            }
            state.bytes += bytes
            return true
        }
    }

    /// Copies the next bytes of the request's body.
    func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            let rest = (request.body ?? []).dropFirst(state.sentCount).prefix(buffer.count)
            buffer.copyBytes(from: rest)
            state.sentCount += rest.count
            return rest.count
        }
    }

    /// Goes back to an offset of the request's body.
    func rewind(to offset: Int) { state.withLock { $0.sentCount = offset } }

    /// Ends the exchange, with an error or complete; only the first end counts.
    func finish(_ error: (any Error)?) {
        change { state in
            guard !state.isComplete, state.error == nil else { return }
            // Bytes that came before a connection broke are of use; nobody wants them any more after a task was cancelled.
            if error is CancellationError { state.bytes = [] }
            state.isComplete = error == nil && state.isHeadComplete
            // Without a head there was no response.
            if !state.isComplete { state.error = error ?? HTTPTransportError(CURLE_GOT_NOTHING, at: request.place) }
        }
    }
}
