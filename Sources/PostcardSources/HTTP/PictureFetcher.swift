package import PlatformFoundation
import PostcardCore
import PostcardPhotos

/// Fetches single pictures from any http or https URL.
///
/// URLs are not checked. Callers that accept URLs from other users must check which hosts the URLs lead to.
package struct PictureFetcher: Sendable {
    private let client: HTTPClient
    private let clock: RequestClock
    private let retryPolicy: RetryPolicy

    /// Makes a fetcher.
    ///
    /// - Parameter retryPolicy: the retry policy; by default, one quick retry, because a user is waiting.
    package init(
        client: HTTPClient, clock: RequestClock,
        retryPolicy: RetryPolicy = RetryPolicy(
            maximumAttempts: 2, baseDelay: .seconds(1), maximumRetryAfter: .seconds(10))
    ) {
        self.client = client
        self.clock = clock
        self.retryPolicy = retryPolicy
    }

    /// Returns the first bytes and the length of a picture. If the server does not support ranges, reading stops after these bytes.
    ///
    /// - Parameters:
    ///   - url: the http or https URL.
    ///   - count: the number of bytes, at least 1.
    ///   - timeout: the maximum time for one attempt.
    /// - Returns: the first `count` bytes, or all bytes of a shorter picture; `nil` if the length is unknown.
    /// - Throws: `SourceError` as for ``picture(at:maximumBytes:timeout:)``.
    package func prefix(
        of url: URL, count: Int, timeout: Duration = .seconds(60)
    ) async throws -> (bytes: [UInt8], size: Int)? {
        let range = [(name: "Range", value: "bytes=0-\(count - 1)")]
        let request = HTTPClient.Request(url: url.absoluteString, headers: range, timeout: timeout)
        return try await send(request, to: url, accepting: [200, 206, 416]) { response in
            // The length of a compressed body is not the length of the picture.
            guard response.status != 416, !response.isCoded else { return nil }
            let size: Int?
            if let range = response.header("Content-Range") {
                size = ContentRange(range).flatMap { $0.start == 0 ? $0.length : nil }
            } else {
                size = response.status == 200 ? response.header("Content-Length").flatMap { Int($0) } : nil
            }
            guard let size else { return nil }
            var bytes: [UInt8] = []
            for try await piece in response.body {
                bytes += piece
                if bytes.count >= count { break }
            }
            return (Array(bytes.prefix(count)), size)
        }
    }

    /// Returns the bytes of a picture.
    ///
    /// - Parameters:
    ///   - url: the http or https URL.
    ///   - maximumBytes: the maximum length in bytes.
    ///   - timeout: the maximum time for one attempt.
    /// - Throws: `SourceError` with code `gone`, `tooLarge`, `notAPicture` or `unreachable`; with code `badQuery` for another scheme; or
    ///   with another code.
    package func picture(
        at url: URL, maximumBytes: Int, timeout: Duration = .seconds(60)
    ) async throws -> [UInt8] {
        try await picture(at: url, unless: nil, maximumBytes: maximumBytes, timeout: timeout)?.bytes ?? []
    }

    /// Returns the bytes of a picture and its version: the ETag or, if there is none, the time of the last change.
    ///
    /// - Parameters:
    ///   - url: the http or https URL.
    ///   - version: a version that the caller already has; `nil` if there is none.
    ///   - maximumBytes: the maximum length in bytes.
    ///   - timeout: the maximum time for one attempt.
    /// - Returns: `nil` if the picture's version is unchanged.
    /// - Throws: `SourceError` as for ``picture(at:maximumBytes:timeout:)``.
    package func picture(
        at url: URL, unless version: String?, maximumBytes: Int, timeout: Duration = .seconds(60)
    ) async throws -> (bytes: [UInt8], version: String?)? {
        let condition = version.map { ($0.hasSuffix("\"") ? "If-None-Match" : "If-Modified-Since", $0) }
        let request = HTTPClient.Request(
            url: url.absoluteString, headers: condition.map { [$0] } ?? [], maximumBodyBytes: maximumBytes,
            timeout: timeout)
        return try await send(request, to: url, accepting: version == nil ? [200] : [200, 304]) { response in
            if response.status == 304 { return nil }
            if !response.isCoded, let length = response.header("Content-Length").flatMap({ Int($0) }),
                length > maximumBytes
            {
                throw SourceError(
                    .tooLarge, "\(url.withoutSecrets) has \(length) bytes; the limit is \(maximumBytes).")
            }
            var bytes: [UInt8] = []
            var isPicture = false
            for try await piece in response.body {
                bytes += piece
                guard !isPicture, bytes.count >= PictureSignature.length else { continue }
                isPicture = PictureSignature.picture(in: bytes) != nil
                if !isPicture { break }
            }
            guard isPicture else {
                throw SourceError(.notAPicture, "The response from \(url.withoutSecrets) is not a picture.")
            }
            return (bytes, response.header("ETag") ?? response.header("Last-Modified"))
        }
    }

    private func send<Value>(
        _ request: HTTPClient.Request, to url: URL, accepting statuses: Set<Int>,
        read: (HTTPClient.Response) async throws -> Value
    ) async throws -> Value {
        guard let host = url.host, ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw SourceError(.badQuery, "\(url.withoutSecrets) is not an http or https URL.")
        }
        let session = HostSession(
            service: host, client: client, policy: retryPolicy, interval: .zero, clock: clock)
        return try await session.send({ request }) { response in
            switch response.status {
            case _ where statuses.contains(response.status): return try await read(response)
            case 404, 410:
                throw SourceError(.gone, "Not found: \(url.withoutSecrets) (HTTP \(response.status)).")
            default: throw FailedAttempt(status: response, from: host)
            }
        }
    }
}
