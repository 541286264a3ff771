/// A transport of HTTP requests: the one thing that has to be replaced to run without a network.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns when the head of the answer is there; its body follows as it is read.
    ///
    /// Redirects are followed, at most ``HTTPTransportRequest/maximumRedirects`` of them. Any status is an answer, not an
    /// error.
    ///
    /// - Throws: ``HTTPTransportError``, or `CancellationError` when the task was cancelled.
    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse
}
