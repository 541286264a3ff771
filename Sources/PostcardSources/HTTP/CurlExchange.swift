import CCurl
import PostcardCore
import Synchronization

/// A request with the received part of its response, transferred by libcurl. libcurl's thread adds data, and a task takes the data.
final class CurlExchange: Sendable {
    struct Head: Sendable {
        var status = 0
        var fields: [(name: String, value: String)] = []
    }

    private struct State {
        var head = Head()
        var isHeadComplete = false
        /// The number of bytes in all header lines.
        var headCount = 0
        /// The received bytes that have not been taken yet.
        var bytes: [UInt8] = []
        /// The number of bytes of the body that have been taken.
        var takenCount = 0
        /// True if libcurl was paused because the buffer was full.
        var isPaused = false
        var isComplete = false
        var error: (any Error)?
        /// The number of bytes of the request body that have been sent.
        var sentCount = 0
        /// Resumes the waiting task, which checks the state again.
        var wake: (@Sendable () -> Void)?
    }

    /// The maximum number of bytes in all header lines, because a server could send header lines endlessly.
    private static let maximumHeadBytes = 256 << 10
    /// The size of the buffer in bytes. libcurl leaves further bytes in the connection.
    private static let maximumBytes = 256 << 10

    let request: HTTPClient.Request
    private let state = Mutex(State())

    // why: only libcurl's thread uses these two.
    /// libcurl's handle for the transfer; `nil` before and after the transfer.
    nonisolated(unsafe) var easy: postcard_curl_easy?
    nonisolated(unsafe) var lists: [UnsafeMutablePointer<curl_slist>] = []

    init(_ request: HTTPClient.Request) { self.request = request }

    /// Waits for the head of the response and returns it.
    func head() async throws -> Head { try await wait { $0.isHeadComplete ? $0.head : nil } }

    /// Waits for bytes of the body and returns the bytes; empty at the end of the body.
    func next() async throws -> [UInt8] {
        let (bytes, count): ([UInt8], Int) = try await wait { state in
            guard !state.bytes.isEmpty || state.isComplete else { return nil }
            state.takenCount += state.bytes.count
            defer { state.bytes = [] }
            return (state.bytes, state.takenCount)
        }
        try check(bodyCount: count)
        return bytes
    }

    /// Checks the length of a body in bytes against the limit.
    func check(bodyCount count: Int) throws(HTTPClientError) {
        guard count <= request.maximumBodyBytes else {
            throw HTTPClientError(
                .bodyTooLarge, "\(request.place) sent more than \(request.maximumBodyBytes) bytes.")
        }
    }

    /// The error for a body that does not match its Content-Encoding.
    var damagedBody: HTTPClientError {
        HTTPClientError(
            .badProtocol, "\(request.place) sent a body that does not match its Content-Encoding.")
    }

    /// Returns true the first time that it is called after the buffer of a paused transfer has been emptied.
    func shouldResume() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.bytes.isEmpty else { return false }
            state.isPaused = false
            return true
        }
    }

    /// Waits until `find` returns a value, and returns that value.
    ///
    /// - Throws: the error that ended the exchange.
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

/// Methods called on libcurl's thread.
extension CurlExchange {
    /// Returns the exchange that was passed to libcurl as its context. The loop retains the exchange until the transfer ends.
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

    /// Adds a header line. The headers of an interim response, such as 100 Continue, are dropped when the next response starts.
    ///
    /// - Returns: `false` if the line exceeds the limit.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
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
                let name = text(line[..<colon])
                // Some servers send redirect paths without percent-encoding.
                let value =
                    name.lowercased() == "location" ? Self.escaped(line[(colon + 1)...]) : text(line[(colon + 1)...])
                state.head.fields.append((name, value))
            } else if line.allSatisfy(isBlank), state.head.status >= 200 {
                state.isHeadComplete = true
            }
            return true
        }
    }

    /// Returns a URL with blanks at both ends removed, and with other blanks and non-ASCII bytes percent-encoded, as in browsers.
    private static func escaped(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let bytes = bytes.drop { $0 <= 0x20 }
        let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? bytes.startIndex
        return bytes[..<end].map { byte in
            0x21...0x7E ~= byte ? String(Unicode.Scalar(byte)) : "%" + Hexadecimal.encode([byte]).uppercased()
        }.joined()
    }

    /// Adds bytes of the body.
    ///
    /// - Returns: `false` if the buffer is full.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        change { state in
            guard state.bytes.isEmpty || state.bytes.count + bytes.count <= Self.maximumBytes else {
                state.isPaused = true
                return false
            }
            state.bytes += bytes
            return true
        }
    }

    /// Copies the next bytes of the request body, and returns their number.
    func copyBody(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            let rest = (request.body ?? []).dropFirst(state.sentCount).prefix(buffer.count)
            buffer.copyBytes(from: rest)
            state.sentCount += rest.count
            return rest.count
        }
    }

    /// Continues the request body at an offset.
    func rewind(to offset: Int) { state.withLock { $0.sentCount = offset } }

    /// Ends the exchange, either successfully or with an error. Only the first call has an effect.
    func finish(_ error: (any Error)?) {
        change { state in
            guard !state.isComplete, state.error == nil else { return }
            // Bytes that arrived before an error can still be read, except after a cancellation.
            if error is CancellationError { state.bytes = [] }
            state.isComplete = error == nil && state.isHeadComplete
            // A transfer that ends before the response's head is an error.
            if !state.isComplete { state.error = error ?? HTTPClientError(CURLE_GOT_NOTHING, at: request.place) }
        }
    }
}
