import CCurl
import PlatformFoundation
import Synchronization

/// A client of HTTP/1.1 that uses the system's libcurl, loaded at the first request.
///
/// It follows no redirects and keeps no cookies. Connections are reused until the last reference to the client or to a body of its responses is gone.
package final class CurlClient: Sendable {
    /// The settings of a client.
    package struct Configuration: Sendable {
        /// The largest number of busy connections to a host; other requests wait.
        package var connections = 8
        package var connectTimeout = Duration.seconds(10)
        /// The longest time without data from a server, in whole seconds.
        package var idleTimeout = Duration.seconds(20)
        /// A Boolean value that indicates whether environment variables such as `https_proxy` apply.
        package var usesProxies = true
        /// A Boolean value that indicates whether compressed bodies are requested and decompressed.
        package var unpacks = false
        /// The path of a file of root certificates; `nil` for those of the system.
        var authorities: String?

        package init() {}
    }

    /// An HTTP request with the limits on its response.
    package struct Request: Sendable {
        package var method = "GET"
        /// The http or https URL.
        package var url: String
        package var headers: [(name: String, value: String)] = []
        /// The body; `nil` for none, which differs from an empty one.
        package var body: [UInt8]?
        /// The address to connect to instead of the host's own ones; IPv6 in brackets.
        package var address: String?
        /// The largest length of the response's body in bytes.
        var maximumBodyBytes = Int.max
        /// The longest time for request and response.
        package var timeout: Duration

        package init(url: String, timeout: Duration) { (self.url, self.timeout) = (url, timeout) }

        /// The name of the server in messages.
        var place: String { URL(string: url)?.withoutSecrets ?? "The server" }
    }

    /// The head of a response, with a body that is received as it is read.
    package struct Response: Sendable {
        package let status: Int
        package let headers: [(name: String, value: String)]
        package let body: HTTPTransportBody
    }

    private let loop: CurlLoop

    package init(_ configuration: Configuration) { loop = CurlLoop(configuration) }

    deinit { loop.stop() }

    /// Sends a request, and returns after the head of the response.
    ///
    /// - Throws: ``HTTPTransportError`` or `CancellationError`, as does reading the body.
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

    /// A reference to a response that is being read. It keeps the client alive, and cancels the exchange when it is deallocated.
    private final class Reading: Sendable {
        let client: CurlClient
        let exchange: CurlExchange

        init(client: CurlClient, exchange: CurlExchange) { (self.client, self.exchange) = (client, exchange) }

        deinit { client.loop.cancel(exchange) }

        /// Runs `body`, and cancels the exchange with the task. Afterwards it resumes a transfer that had been paused because the buffer was full.
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
    /// Returns the value of the first field with a name, in any case; `nil` if there is none.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }
}

extension CurlClient: CustomReflectable {
    /// An empty mirror: a dump would show the requests in progress with their keys.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A request with the received part of its response. The thread of libcurl adds data, a task takes it.
final class CurlExchange: Sendable {
    struct Head: Sendable {
        var status = 0
        var fields: [(name: String, value: String)] = []
    }

    private struct State {
        var head = Head()
        var isHeadComplete = false
        /// The number of bytes of all header lines.
        var headCount = 0
        /// The received bytes that were not taken yet.
        var bytes: [UInt8] = []
        /// The number of bytes of the body that were taken.
        var takenCount = 0
        /// A Boolean value that indicates whether libcurl was paused because the buffer was full.
        var isPaused = false
        var isComplete = false
        var error: (any Error)?
        /// The number of bytes of the request's body that were sent.
        var sentCount = 0
        /// Resumes the waiting task, which then checks the state again.
        var wake: (@Sendable () -> Void)?
    }

    /// The largest number of bytes of all header lines, since a server could send them without end.
    private static let maximumHeadBytes = 256 << 10
    /// The size of the buffer in bytes. Further bytes wait in the connection.
    private static let maximumBytes = 256 << 10

    let request: CurlClient.Request
    private let state = Mutex(State())

    init(_ request: CurlClient.Request) { self.request = request }

    /// Waits for the head, and returns it.
    func head() async throws -> Head { try await wait { $0.isHeadComplete ? $0.head : nil } }

    /// Waits for bytes of the body, and returns them; none at its end.
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

    /// Returns `true` once after the buffer of a paused transfer was emptied.
    func continues() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.bytes.isEmpty else { return false }
            state.isPaused = false
            return true
        }
    }

    /// Waits until `find` returns a value, and returns it.
    ///
    /// - Throws: the error with which the exchange ends.
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
    /// Returns the exchange that was passed to libcurl as its context. The loop keeps it until it has ended.
    static func at(_ context: UnsafeMutableRawPointer?) -> CurlExchange {
        guard let context else { fatalError("libcurl lost its context.") }  // why: there is no transfer without one.
        return Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
    }

    /// Changes the state, and resumes the waiting task once the head is complete or the exchange has failed.
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

    /// Adds a header line. The headers of an interim response, such as 100, are dropped when the next ones begin.
    ///
    /// - Returns: `false` above the limit.
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

    /// Adds bytes of the body.
    ///
    /// - Returns: `false` if the buffer is full.
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

    /// Copies the next bytes of the request's body, and returns their number.
    func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            let rest = (request.body ?? []).dropFirst(state.sentCount).prefix(buffer.count)
            buffer.copyBytes(from: rest)
            state.sentCount += rest.count
            return rest.count
        }
    }

    /// Continues the request's body at an offset.
    func rewind(to offset: Int) { state.withLock { $0.sentCount = offset } }

    /// Ends the exchange, complete or with an error. Only the first call has an effect.
    func finish(_ error: (any Error)?) {
        change { state in
            guard !state.isComplete, state.error == nil else { return }
            // Bytes that came before an error can still be read, but not after a cancellation.
            if error is CancellationError { state.bytes = [] }
            state.isComplete = error == nil && state.isHeadComplete
            // A response without a head is an error.
            if !state.isComplete { state.error = error ?? HTTPTransportError(CURLE_GOT_NOTHING, at: request.place) }
        }
    }
}
