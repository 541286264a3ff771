import PostcardCore
import Synchronization

/// A client of object storage with the S3 protocol: that of Amazon, or of the server in `endpoint_url`.
///
/// Requests are signed with Signature Version 4. The access keys are those of other programs, from the environment and `~/.aws`. Any bucket can be
/// addressed; callers that accept addresses from others must check the bucket.
public final class ObjectStorage: Sendable {
    /// An object in a list.
    public struct Entry: Sendable {
        /// The key of the object in its bucket.
        public let key: String
        /// The length of the object in bytes.
        public let size: Int
        /// The time of the last write, in seconds since 1970.
        public let modified: Double
    }

    private struct State {
        var profiles: [String?: ObjectStorageProfile] = [:]
        /// The regions of buckets, as responses have named them.
        var regions: [String: String] = [:]
        /// The number of seconds by which the server's clock is ahead of the local one.
        var skew = 0.0
    }

    private let environment: ObjectStorageEnvironment
    private let userAgent: UserAgent
    private let client: CurlClient
    private let clock: RequestClock
    private let policy: RetryPolicy
    private let state = Mutex(State())

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - environment: the access keys, regions and endpoints.
    ///   - userAgent: the value of the `User-Agent` field.
    ///   - connections: the largest number of busy connections to a host; at least 8 are allowed.
    ///   - clock: the clock for delays.
    ///   - retryPolicy: the policy of retries.
    public init(
        environment: ObjectStorageEnvironment = .system, userAgent: UserAgent, connections: Int = 8,
        clock: RequestClock = .system,
        retryPolicy: RetryPolicy = RetryPolicy(
            maximumAttempts: 5, baseDelay: .milliseconds(200), maximumDelay: .seconds(10),
            maximumRetryAfter: .seconds(30))
    ) {
        self.environment = environment
        self.userAgent = userAgent
        // Compressed objects are not decompressed.
        var configuration = CurlClient.Configuration()
        configuration.connections = max(8, connections)
        client = CurlClient(configuration)
        self.clock = clock
        policy = retryPolicy
    }

    /// Returns the bytes of an object.
    ///
    /// - Parameters:
    ///   - address: the address of the object.
    ///   - maximumBytes: the largest length in bytes.
    /// - Throws: ``SourceError`` with code `gone`, `tooLarge`, `refused`, `keyRefused`, `unavailable`, `unreachable` and others.
    public func object(at address: ObjectAddress, maximumBytes: Int) async throws -> [UInt8] {
        guard !address.key.isEmpty else {
            throw SourceError(.badQuery, "\(address) is a bucket. Name an object in it.")
        }
        return try await send(Call(address: address, maximumBytes: maximumBytes)).body
    }

    /// The result of a conditional read.
    public enum Reading: Sendable {
        /// The object, or its beginning if only that was requested. `size` is the length of the whole object in bytes.
        case bytes([UInt8], size: Int, headers: [(name: String, value: String)])
        /// The object still has the known version.
        case unchanged(headers: [(name: String, value: String)])
        /// There is no such object.
        case missing
    }

    /// Reads an object or its beginning, unless it still has a known version.
    ///
    /// - Parameters:
    ///   - address: the address of the object.
    ///   - prefix: the number of first bytes to read, at least 1; `nil` for all. A server without ranges sends all.
    ///   - etag: the ETag of the known version, with its quotes; `nil` to read in any case.
    ///   - maximumBytes: the largest length in bytes.
    ///   - fields: further header fields, which are not signed, such as those of traces.
    ///   - attempts: the largest number of attempts; `nil` for that of the client's policy.
    ///   - count: called with the number of bytes of each received piece before it is stored. An error that it throws ends the read.
    /// - Returns: the object, or that it is unchanged or missing.
    /// - Throws: ``SourceError`` as ``object(at:maximumBytes:)``, with code `gone` only for a missing bucket; the error of `count`.
    public func read(
        _ address: ObjectAddress, prefix: Int? = nil, unless etag: String? = nil, maximumBytes: Int,
        fields: [(name: String, value: String)] = [], attempts: Int? = nil,
        count: @escaping @Sendable (Int) throws -> Void = { _ in }
    ) async throws -> Reading {
        var headers = prefix.map { [(name: "range", value: "bytes=0-\(max(1, $0) - 1)")] } ?? []
        if let etag { headers.append((name: "if-none-match", value: etag)) }
        let response = try await send(
            Call(
                address: address, headers: headers, fields: fields, maximumBytes: maximumBytes,
                accepted: [304, 404, 416], attempts: attempts, count: count))
        switch response.status {
        case 304 where etag != nil: return .unchanged(headers: response.headers)
        case 304: throw SourceError(.badReply, "\(address) was answered with HTTP 304, which nobody asked for.")
        case 404:
            let refusal = ObjectStorageErrorResponse(response)
            guard refusal.code == "NoSuchBucket" else { return .missing }
            throw refusal.error(of: address)
        // Status 416: an empty object has no range.
        case 416: return .bytes([], size: 0, headers: response.headers)
        default:
            let size = max(try response.size(from: 0, of: address), response.body.count)
            return .bytes(response.body, size: size, headers: response.headers)
        }
    }

    /// Writes an object, and replaces an existing one. A failed write leaves no partial object.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the object, at most 5 GiB.
    ///   - address: the address of the object.
    ///   - type: the media type, such as `image/jpeg`.
    ///   - metadata: header fields that are stored with the object, named `x-amz-meta-…`.
    ///   - fields: further header fields, which are not signed, such as those of traces.
    ///   - attempts: the largest number of attempts; `nil` for that of the client's policy.
    /// - Throws: ``SourceError`` as ``object(at:maximumBytes:)``.
    public func write(
        _ bytes: [UInt8], to address: ObjectAddress, type: String, metadata: [(name: String, value: String)] = [],
        fields: [(name: String, value: String)] = [], attempts: Int? = nil
    ) async throws {
        guard !address.key.isEmpty else {
            throw SourceError(.badQuery, "\(address) is not the address of an object. Name its key.")
        }
        _ = try await send(
            Call(
                method: "PUT", address: address, headers: [("content-type", type)] + metadata, fields: fields,
                body: bytes, attempts: attempts))
    }

    /// Returns one page of the objects whose keys begin with that of an address, in the order of their keys. A page has at most a thousand objects.
    ///
    /// - Parameters:
    ///   - address: the beginning of the keys.
    ///   - token: the token of the page; `nil` for the first one.
    ///   - maximumCount: the largest number of objects, at most a thousand; `nil` for the server's default.
    ///   - attempts: the largest number of attempts; `nil` for that of the client's policy.
    /// - Returns: the objects, and the token of the next page; `nil` after the last.
    /// - Throws: ``SourceError`` as ``object(at:maximumBytes:)``.
    public func list(
        _ address: ObjectAddress, after token: String? = nil, maximumCount: Int? = nil, attempts: Int? = nil
    ) async throws -> (entries: [Entry], next: String?) {
        var query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", address.key)]
        if let maximumCount { query.append(("max-keys", "\(maximumCount)")) }
        if let token { query.append(("continuation-token", token)) }
        let response = try await send(
            Call(address: address.with(key: ""), query: query, maximumBytes: 16 << 20, attempts: attempts))
        let document = XMLText(response.body)
        // The response may come from a proxy, or from a server of another kind.
        guard !document.elements("ListBucketResult").isEmpty else {
            throw SourceError(
                .badReply, "The server of \(address) does not answer with a list of objects. Check the endpoint.")
        }
        let isEncoded = document.text("EncodingType") == "url"
        let entries: [Entry] = document.elements("Contents").compactMap { element in
            guard let key = element.text("Key").flatMap({ isEncoded ? Self.decoded($0) : $0 }) else { return nil }
            return Entry(
                key: key, size: element.text("Size").flatMap { Int($0) } ?? 0,
                modified: element.text("LastModified").flatMap(ObjectStorageDate.seconds) ?? 0)
        }
        let next = document.text("IsTruncated") == "true" ? document.text("NextContinuationToken") : nil
        // The same token again would lead to an endless loop.
        guard next == nil || next != token else {
            throw SourceError(.badReply, "The list of \(address) does not go on.")
        }
        return (entries, next)
    }

    /// Decodes a key with form encoding, which has `+` for a space.
    private static func decoded(_ key: String) -> String? {
        PercentEncoding.decode(key.replacing("+", with: "%20"))
    }
}

extension ObjectStorage {
    /// The corrections of one call that followed from responses.
    private struct Corrections {
        var count = 0
        /// The scheme and host of a redirect's target.
        var host: String?
    }

    func send(_ call: Call) async throws -> Response {
        var policy = policy
        policy.maximumAttempts = call.attempts ?? policy.maximumAttempts
        var corrections = Corrections()
        return try await policy.retry(clock) {
            while true {
                let keys = try await profile(of: call.address).currentKeys()
                let request = try signed(call, keys, host: corrections.host)
                let response = try await call.response(to: request, from: client)
                if (200...299).contains(response.status) || call.accepted.contains(response.status) {
                    return response
                }
                let refusal = ObjectStorageErrorResponse(response)
                guard try await correct(&corrections, after: refusal, of: call, keys) else {
                    throw refusal.error(of: call.address)
                }
            }
        } waiting: { delay, _, _ in
            try await clock.sleep(delay)
        }
    }

    /// Corrects the settings of a call after an error response.
    ///
    /// - Returns: `true` if the call should be sent again at once.
    private func correct(
        _ corrections: inout Corrections, after refusal: ObjectStorageErrorResponse, of call: Call,
        _ keys: ObjectStorageKeys
    ) async throws -> Bool {
        guard corrections.count < 3 else { return false }
        corrections.count += 1
        if refusal.isSkewed, let date = refusal.date {
            state.withLock { $0.skew = date - environment.now() }
            return true
        }
        if refusal.isOutdated {
            await profile(of: call.address).forget(keys)
            return true
        }
        guard [301, 307, 308, 400, 403].contains(refusal.status) else { return false }
        if let region = refusal.region, region != self.region(of: call.address) {
            state.withLock { $0.regions[call.address.bucket] = region }
            return true
        }
        guard refusal.status != 400, refusal.status != 403, let location = refusal.location.flatMap(Self.host),
            location != corrections.host, Self.mayLead(endpoint(of: call.address), to: location)
        else { return false }
        corrections.host = location
        return true
    }

    /// Returns a Boolean value that indicates whether a redirect may be followed, since its target gets a signed request and the session's token.
    /// Allowed are the same host, its subdomains and, for hosts of Amazon, other hosts of Amazon; never http after https.
    private static func mayLead(_ endpoint: String, to location: String) -> Bool {
        guard !location.hasPrefix("http://") || endpoint.hasPrefix("http://"),
            let (own, other) = name(of: endpoint).flatMap({ own in name(of: location).map { (own, $0) } })
        else { return false }
        let amazon = ".amazonaws.com"
        return other == own || other.hasSuffix(".\(own)") || (own.hasSuffix(amazon) && other.hasSuffix(amazon))
    }

    /// Returns the host name of a URL without the port; `nil` for a URL with a user.
    private static func name(of address: String) -> String? {
        guard let host = host(of: address)?.lowercased().split(separator: "/").last, !host.contains("@") else {
            return nil
        }
        if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    /// Returns the scheme, host and port of a URL.
    private static func host(of location: String) -> String? {
        guard let start = location.firstRange(of: "://"), ["http", "https"].contains(location[..<start.lowerBound])
        else {
            return nil
        }
        return String(
            location[..<(location[start.upperBound...].firstIndex { "/?#".contains($0) } ?? location.endIndex)])
    }

    private func profile(of address: ObjectAddress) -> ObjectStorageProfile {
        if let known = state.withLock({ $0.profiles[address.profile] }) { return known }
        // Settings are read from files. Other tasks must not wait for that.
        let new = ObjectStorageProfile(address.profile, of: environment)
        return state.withLock { state in
            let profile = state.profiles[address.profile] ?? new
            state.profiles[address.profile] = profile
            return profile
        }
    }

    private func region(of address: ObjectAddress) -> String {
        state.withLock { $0.regions[address.bucket] } ?? profile(of: address).region
    }

    /// Returns the server of a bucket as a URL without a path. Amazon has a host for each bucket, except buckets whose names are no single DNS label,
    /// which its certificates do not cover.
    private func endpoint(of address: ObjectAddress) -> String {
        if let endpoint = profile(of: address).endpoint {
            return endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
        }
        let host = "s3.\(region(of: address)).amazonaws.com"
        return "https://\(Self.isHost(address.bucket) ? "\(address.bucket).\(host)" : host)"
    }

    private static func isHost(_ bucket: String) -> Bool {
        bucket.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    private func signed(
        _ call: Call, _ keys: ObjectStorageKeys, host other: String?
    ) throws(SourceError) -> CurlClient.Request {
        let address = call.address
        let server = other ?? endpoint(of: address)
        guard let start = server.firstRange(of: "://"), ["http", "https"].contains(server[..<start.lowerBound]) else {
            throw SourceError(.badQuery, "\(server) is not the http or https address of a server for \(address).")
        }
        let place = server[start.upperBound...]
        let hostName = place.prefix { $0 != "/" }
        let hasBucket = profile(of: address).endpoint == nil && Self.isHost(address.bucket)
        let key = PercentEncoding.encode(address.key).replacing("%2F", with: "/")
        let path = place.dropFirst(hostName.count) + (hasBucket ? "" : "/\(address.bucket)") + "/" + key
        let date = ObjectStorageDate.text(environment.now() + state.withLock { $0.skew })
        let hash = SignatureV4.hash(call.body ?? [])
        var headers = call.headers + [("host", String(hostName)), ("x-amz-content-sha256", hash), ("x-amz-date", date)]
        if let token = keys.token { headers.append(("x-amz-security-token", token)) }
        let signature = SignatureV4(keys: keys, region: region(of: address)).authorization(
            call.method, String(path), query: call.query, headers: headers, date: date, payload: hash)
        let query = call.query.isEmpty ? "" : "?\(SignatureV4.query(call.query))"
        var request = CurlClient.Request(
            url: "\(server[..<start.upperBound])\(hostName)\(path)\(query)",
            timeout: .seconds(60 + ((call.body?.count ?? 0) >> 20)))
        (request.method, request.body) = (call.method, call.body)
        request.headers =
            [("User-Agent", userAgent.description)] + call.fields + headers + [("authorization", signature)]
        return request
    }
}
