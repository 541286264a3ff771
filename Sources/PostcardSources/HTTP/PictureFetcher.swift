public import PlatformFoundation
import PostcardCore

/// Fetches single pictures from any http or https address.
///
/// Addresses are taken as they are: who lets strangers name them has to check first where they lead.
public struct PictureFetcher: Sendable {
    private let transport: any HTTPTransport
    private let clock: RequestClock
    private let retryPolicy: RetryPolicy

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - transport: What carries the requests.
    ///   - clock: What measures time and waits.
    ///   - retryPolicy: Whether and when to try again; by default once and soon, since a person is waiting for one picture.
    public init(
        transport: any HTTPTransport, clock: RequestClock,
        retryPolicy: RetryPolicy = RetryPolicy(
            maximumAttempts: 2, baseDelay: .seconds(1), maximumRetryAfter: .seconds(10))
    ) {
        self.transport = transport
        self.clock = clock
        self.retryPolicy = retryPolicy
    }

    /// The first bytes of the picture at `url`, and how many it has in all; all of a server that knows no ranges is not read.
    ///
    /// - Parameters:
    ///   - url: `http` or `https`.
    ///   - count: the number of bytes wanted, at least 1.
    ///   - timeout: the most time that one attempt may take.
    /// - Returns: the bytes, all where there are fewer; `nil` when the server does not tell the length.
    /// - Throws: as ``picture(at:maximumBytes:timeout:)``.
    public func beginning(
        of url: URL, count: Int, timeout: Duration = .seconds(60)
    ) async throws -> (bytes: [UInt8], size: Int)? {
        let request = HTTPTransportRequest(
            url: url, headers: ["Range": "bytes=0-\(count - 1)"], maximumBodyBytes: .max, timeout: timeout)
        return try await send(request, accepting: [200, 206, 416]) { response in
            // The length of what is compressed tells nothing of the picture.
            guard response.status != 416, response.header("Content-Encoding") == nil else { return nil }
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

    /// The bytes of the picture at `url`.
    ///
    /// - Parameters:
    ///   - url: `http` or `https`.
    ///   - maximumBytes: a longer answer is refused, from its header where that tells.
    ///   - timeout: the most time that one attempt may take.
    /// - Throws: ``SourceError``: `gone`, `tooLarge`, `notAPicture`, `unreachable`, `badQuery` for an address that is
    ///   neither http nor https …
    public func picture(
        at url: URL, maximumBytes: Int, timeout: Duration = .seconds(60)
    ) async throws -> [UInt8] {
        let request = HTTPTransportRequest(url: url, maximumBodyBytes: maximumBytes, timeout: timeout)
        return try await send(request, accepting: [200]) { response in
            if let length = response.header("Content-Length").flatMap({ Int($0) }), length > maximumBytes {
                throw SourceError(
                    .tooLarge, "\(url.withoutSecrets) has \(length) bytes; \(maximumBytes) are allowed.")
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
                throw SourceError(.notAPicture, "What \(url.withoutSecrets) serves is not a picture.")
            }
            return bytes
        }
    }

    private func send<Value>(
        _ request: HTTPTransportRequest, accepting statuses: Set<Int>,
        read: (HTTPTransportResponse) async throws -> Value
    ) async throws -> Value {
        let url = request.url
        guard let host = url.host, ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw SourceError(.badQuery, "\(url.withoutSecrets) is not an http or https address.")
        }
        let session = HostSession(
            service: host, transport: transport, policy: retryPolicy,
            limiter: RateLimiter(interval: .zero, clock: clock), logger: nil)
        return try await session.send({ request }) { response in
            switch response.status {
            case _ where statuses.contains(response.status): return try await read(response)
            case 404, 410:
                throw SourceError(.gone, "There is no \(url.withoutSecrets) (HTTP \(response.status)).")
            default: throw SourceError(status: response, from: host)
            }
        }
    }
}
