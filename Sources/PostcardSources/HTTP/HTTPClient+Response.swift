package import PlatformFoundation
import Synchronization

extension HTTPClient {
    /// The head of a response, and its body, which is received as it is read.
    package struct Response: Sendable {
        /// The status code, such as 200.
        package let status: Int
        /// The name and value of each header, in the order in which they were sent.
        package let headers: [(name: String, value: String)]
        /// The URL of the response after all redirects.
        package let url: URL
        /// The body, which can be read once.
        package let body: Body

        /// True if the body was sent with a content coding, so lengths and ranges in the response do not apply to the decoded body.
        package var isCoded: Bool { headers.isCoded }

        /// Returns the value of a header; `nil` if there is none. Several values with the same name are joined with commas.
        ///
        /// - Parameter name: the name of the header, in upper or lower case.
        package func header(_ name: String) -> String? {
            let name = name.lowercased()
            let values = headers.filter { $0.name.lowercased() == name }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }

        /// The delay that the server requests in `Retry-After`; `nil` if the header is missing or invalid.
        var retryAfter: Duration? { RetryAfter.delay(of: header) }
    }

    /// The body of a response, as a sequence of pieces of any size. A body can be read once.
    ///
    /// Reading throws ``HTTPClientError`` after a lost connection, a timeout or too many bytes. Deallocating a body before its end cancels
    /// the transfer.
    package final class Body: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let exchange: CurlExchange
        // The client is retained because releasing it would end the transfer.
        private let client: HTTPClient
        /// The decoder of an encoded body; `nil` if the body is not encoded, or if the head has not arrived yet.
        private let decoder = Mutex<ContentDecoder?>(nil)

        init(of exchange: CurlExchange, client: HTTPClient) {
            (self.exchange, self.client) = (exchange, client)
        }

        /// Chooses the decoder.
        func decode(_ headers: [(name: String, value: String)]) {
            guard let coding = headers.first(named: "Content-Encoding") else { return }
            decoder.withLock { $0 = ContentDecoder(coding: coding) }
        }

        deinit { client.loop.cancel(exchange) }

        /// Returns the next piece, decoded according to `Content-Encoding`; `nil` at the end.
        package func next() async throws -> [UInt8]? {
            while true {
                if let piece = try decoded() { return piece }
                let piece = try await wait { try await exchange.next() }
                let isCoded = decoder.withLock { decoder in
                    guard decoder != nil else { return false }
                    decoder?.add(piece)
                    return true
                }
                guard isCoded else { return piece.isEmpty ? nil : piece }
                guard !piece.isEmpty else {
                    guard decoder.withLock({ $0?.isOver }) == true else { throw exchange.damagedBody }
                    return nil
                }
            }
        }

        /// Returns the next decoded piece; `nil` if more bytes are needed, or if the body is not encoded.
        private func decoded() throws(HTTPClientError) -> [UInt8]? {
            let (piece, count): ([UInt8]?, Int) = decoder.withLock { decoder in
                decoder == nil ? ([], 0) : (decoder?.next(), decoder?.count ?? 0)
            }
            guard let piece else { throw exchange.damagedBody }
            try exchange.check(bodyCount: count)
            return piece.isEmpty ? nil : piece
        }

        /// Returns the body itself.
        package func makeAsyncIterator() -> Body { self }

        /// Returns all bytes of the body.
        package func collect() async throws -> [UInt8] { try await reduce(into: []) { $0 += $1 } }

        /// Runs `work`, and cancels the exchange if the task is canceled. Afterward, resumes the transfer if a full buffer had paused it.
        func wait<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
            let result = try await withTaskCancellationHandler {
                try await work()
            } onCancel: {
                client.loop.cancel(exchange)
            }
            if exchange.shouldResume() { client.loop.resume(exchange) }
            return result
        }
    }
}

extension Sequence where Element == (name: String, value: String) {
    /// Returns the value of the first header with the given name, ignoring case; `nil` if there is none.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }

    /// True if these are the headers of a response with an encoded body.
    var isCoded: Bool { first(named: "Content-Encoding").map { $0.lowercased() != "identity" } ?? false }
}
