import PostcardCore
import PostcardPhotos
import Synchronization

/// A client for object storage with the S3 protocol, at Amazon or on the server that `endpoint_url` specifies.
///
/// Requests are signed with Signature Version 4. The access keys come from the environment and `~/.aws`, as in other programs. Any bucket
/// can be used; callers that accept URLs from other users must check the bucket.
package final class ObjectStorage: Sendable {
    struct State {
        var profiles: [NameKey?: ObjectStorageProfile] = [:]
        /// The regions of buckets, learned from responses.
        var regions: [NameKey: String] = [:]
        /// The number of seconds by which the server's clock is ahead of the local clock.
        var skew = 0.0
    }

    let environment: ObjectStorageEnvironment
    let client: HTTPClient
    let clock: RequestClock
    let policy: RetryPolicy
    /// The timeout for a request without a body.
    let timeout: Duration
    let state = Mutex(State())

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - connections: the maximum number of busy connections to a host; at least 8 are allowed.
    ///   - idleTimeout: the maximum time without data from a server, in whole seconds. A request may take three times as long, plus one
    ///     second for each megabyte that it sends.
    package init(
        environment: ObjectStorageEnvironment = .system, userAgent: UserAgent, connections: Int = 8,
        idleTimeout: Duration = .seconds(20), clock: RequestClock = .system,
        retryPolicy: RetryPolicy = RetryPolicy(
            maximumAttempts: 5, baseDelay: .milliseconds(200), maximumDelay: .seconds(10),
            maximumRetryAfter: .seconds(30))
    ) {
        self.environment = environment
        // By default, a configuration does not request compressed bodies.
        var configuration = HTTPClient.Configuration()
        configuration.userAgent = userAgent
        configuration.connections = max(8, connections)
        configuration.idleTimeout = idleTimeout
        client = HTTPClient(configuration)
        self.clock = clock
        policy = retryPolicy
        timeout = idleTimeout * 3
    }

    /// Returns the bytes of an object.
    ///
    /// - Parameters:
    ///   - address: the URL of the object.
    ///   - maximumBytes: the maximum length in bytes.
    /// - Throws: `SourceError` with code `gone`, `tooLarge`, `refused`, `keyRefused`, `unavailable`, `unreachable` or another code.
    package func object(at address: ObjectAddress, maximumBytes: Int) async throws -> [UInt8] {
        guard !address.key.isEmpty else {
            throw SourceError(.badQuery, "\(address) is a bucket. Add the key of an object.")
        }
        return try await send(Call(address: address, maximumBytes: maximumBytes)).body
    }

    /// The result of a conditional read.
    package enum ReadResult: Sendable {
        /// The object, or only its first bytes if the read was limited to them. `size` is the length of the whole object in bytes.
        case bytes([UInt8], size: Int, headers: [(name: String, value: String)])
        /// The object still has the known version.
        case unchanged(headers: [(name: String, value: String)])
        /// There is no such object.
        case missing
    }

    /// Reads an object or its first bytes, unless the object still has the known version.
    ///
    /// - Parameters:
    ///   - prefix: the number of bytes to read from the start, at least 1; `nil` for the whole object. A server that does not support
    ///     ranges sends the whole object.
    ///   - etag: the ETag of the known version, with its quotes; `nil` to read the object in any case.
    ///   - maximumBytes: the maximum length in bytes.
    ///   - fields: further headers, which are not signed, such as those for tracing.
    ///   - attempts: the maximum number of attempts; `nil` for the number in the client's policy.
    ///   - count: called with the number of bytes in each received piece before the piece is stored. Errors from `count` end the read.
    /// - Returns: the object, or `unchanged` or `missing`.
    /// - Throws: `SourceError` as for ``object(at:maximumBytes:)``, but with code `gone` only for a missing bucket; any error that `count`
    ///   throws.
    package func read(
        _ address: ObjectAddress, prefix: Int? = nil, unless etag: String? = nil, maximumBytes: Int,
        fields: [(name: String, value: String)] = [], attempts: Int? = nil,
        count: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) async throws -> ReadResult {
        var headers = prefix.map { [(name: "range", value: "bytes=0-\(max(1, $0) - 1)")] } ?? []
        if let etag { headers.append((name: "if-none-match", value: etag)) }
        let response = try await send(
            Call(
                address: address, headers: headers, fields: fields, maximumBytes: maximumBytes,
                accepted: [304, 404, 416], attempts: attempts, count: count))
        if response.status == 206, response.headers.isCoded {
            // The first bytes of a compressed body are not the first bytes of the object.
            return try await read(
                address, unless: etag, maximumBytes: maximumBytes, fields: fields, attempts: attempts, count: count)
        }
        switch response.status {
        case 304 where etag != nil: return .unchanged(headers: response.headers)
        case 304: throw SourceError(.badReply, "The server returned an unexpected HTTP 304 for \(address).")
        case 404:
            let refusal = ObjectStorageErrorResponse(response)
            guard refusal.code == "NoSuchBucket" else { return .missing }
            throw refusal.failure(of: address).error
        // Status 416: an empty object has no range.
        case 416: return .bytes([], size: 0, headers: response.headers)
        default:
            let size = max(try response.size(from: 0, of: address), response.body.count)
            return .bytes(response.body, size: size, headers: response.headers)
        }
    }

    /// Writes an object, replacing any existing one. A failed write leaves no partial object.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the object, at most 5 GiB.
    ///   - type: the media type, such as `image/jpeg`.
    ///   - metadata: headers that are stored with the object, named `x-amz-meta-…`.
    ///   - fields: further headers, which are not signed, such as those for tracing.
    ///   - attempts: the maximum number of attempts; `nil` for the number in the client's policy.
    /// - Throws: `SourceError` as for ``object(at:maximumBytes:)``.
    package func write(
        _ bytes: [UInt8], to address: ObjectAddress, type: String, metadata: [(name: String, value: String)] = [],
        fields: [(name: String, value: String)] = [], attempts: Int? = nil
    ) async throws {
        guard !address.key.isEmpty else {
            throw SourceError(.badQuery, "\(address) is not the URL of an object. Add the object's key.")
        }
        _ = try await send(
            Call(
                method: "PUT", address: address, headers: [("content-type", type)] + metadata, fields: fields,
                body: bytes, attempts: attempts))
    }
}
