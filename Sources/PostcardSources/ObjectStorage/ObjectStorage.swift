import PostcardCore
import Synchronization

/// Objects on servers that speak S3: Amazon's, and those that `endpoint_url` names.
///
/// Requests are signed with Signature Version 4 and the keys that other programs use too: environment, `~/.aws`.
/// Addresses name any bucket: who lets strangers name them has to check first which.
public final class ObjectStorage: Sendable {
    /// An object in a list.
    public struct Entry: Sendable {
        /// The key.
        public let key: String
        /// The length in bytes.
        public let size: Int
        /// The seconds since 1970 at which it was written.
        public let modified: Double
    }

    private struct State {
        var profiles: [String?: ObjectStorageProfile] = [:]
        /// Those of buckets that servers told.
        var regions: [String: String] = [:]
        /// The seconds by which servers are ahead of this machine.
        var skew = 0.0
    }

    private let environment: ObjectStorageEnvironment
    private let userAgent: UserAgent
    private let client: CurlClient
    private let clock: RequestClock
    private let policy: RetryPolicy
    private let state = Mutex(State())

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - environment: The settings of keys, regions and endpoints.
    ///   - userAgent: How to name ourselves.
    ///   - connections: The number of connections that a host may be kept busy with.
    ///   - clock: What waits.
    ///   - retryPolicy: Whether and when to try again.
    public init(
        environment: ObjectStorageEnvironment = .system, userAgent: UserAgent, connections: Int = 8,
        clock: RequestClock = .system,
        retryPolicy: RetryPolicy = RetryPolicy(
            maximumAttempts: 5, baseDelay: .milliseconds(200), maximumDelay: .seconds(10),
            maximumRetryAfter: .seconds(30))
    ) {
        self.environment = environment
        self.userAgent = userAgent
        // Objects are read as they are stored.
        var configuration = CurlClient.Configuration()
        configuration.connections = max(8, connections)
        client = CurlClient(configuration)
        self.clock = clock
        policy = retryPolicy
    }

    /// The bytes of an object.
    ///
    /// - Parameters:
    ///   - address: Where it is.
    ///   - maximumBytes: A longer answer is refused, from its header where that tells.
    /// - Returns: The bytes.
    /// - Throws: ``SourceError``: `gone`, `tooLarge`, `refused`, `keyRefused`, `unavailable`, `unreachable` …
    public func object(at address: ObjectAddress, maximumBytes: Int) async throws -> [UInt8] {
        guard !address.key.isEmpty else {
            throw SourceError(.badQuery, "\(address) is a bucket. Name an object in it.")
        }
        return try await send(Call(address: address, maximumBytes: maximumBytes)).body
    }

    /// The answer to a question for an object that may be known already.
    public enum Reading: Sendable {
        /// The object, or its beginning where no more was asked for. `size` is that of the whole object.
        case bytes([UInt8], size: Int, headers: [(name: String, value: String)])
        /// The version that is known is still the one that is there.
        case unchanged(headers: [(name: String, value: String)])
        /// There is no such object.
        case missing
    }

    /// Reads an object, or its beginning, unless the version is there that is known.
    ///
    /// - Parameters:
    ///   - address: Where it is.
    ///   - prefix: The number of bytes wanted, at least 1; `nil` for all. All come from a server that knows no ranges.
    ///   - etag: The ETag of the version that is known, with its quotes.
    ///   - maximumBytes: A longer answer is refused, from its header where that tells.
    ///   - fields: Header fields that are sent besides and not signed, such as those of traces.
    ///   - attempts: The most times to try; `nil` for those of the client's policy.
    ///   - count: Called with the number of bytes that came before they are kept; what it throws ends the reading.
    /// - Returns: The object, or that there is nothing new.
    /// - Throws: ``SourceError`` as ``object(at:maximumBytes:)``, `gone` only for a bucket that is missing; what `count` throws.
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
        // Nothing can be had of an object without bytes.
        case 416: return .bytes([], size: 0, headers: response.headers)
        default:
            let size = max(try response.size(from: 0, of: address), response.body.count)
            return .bytes(response.body, size: size, headers: response.headers)
        }
    }

    /// Writes an object, in place of one that is there. It is there complete, or not at all.
    ///
    /// - Parameters:
    ///   - bytes: What it holds, at most 5 GiB.
    ///   - address: Its place.
    ///   - type: Its media type, such as `image/jpeg`.
    ///   - metadata: Fields that come back with the object, named `x-amz-meta-…`.
    ///   - fields: Header fields that are sent besides and not signed, such as those of traces.
    ///   - attempts: The most times to try; `nil` for those of the client's policy.
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

    /// Lists the objects whose keys begin as the address does, in the order of their keys, a thousand with each request.
    ///
    /// - Parameters:
    ///   - address: The beginning of keys.
    ///   - token: What came with the objects before; `nil` for the first ones.
    ///   - maximumCount: The number of objects wanted, at most a thousand; `nil` for as many as the server sends.
    ///   - attempts: The most times to try; `nil` for those of the client's policy.
    /// - Returns: The objects, and the token for the next ones; `nil` after the last.
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
        // A page of a proxy, or of a server of another kind.
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
        // A server that sends the same page again would do so for ever.
        guard next == nil || next != token else {
            throw SourceError(.badReply, "The list of \(address) does not go on.")
        }
        return (entries, next)
    }

    /// As forms encode it: `+` for a space.
    private static func decoded(_ key: String) -> String? {
        PercentEncoding.decode(key.replacing("+", with: "%20"))
    }
}

extension ObjectStorage {
    /// Corrections that the responses to one call taught.
    private struct Corrections {
        var count = 0
        /// The scheme and host that a redirect leads to.
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

    /// Learns from an answer; returns whether the same call is worth sending again at once.
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

    /// Tells whether a server may redirect to another, which gets requests that are signed for it and the session's token: no other
    /// than itself, those below its name and, of Amazon's, others of Amazon's; never in the clear what was not.
    private static func mayLead(_ endpoint: String, to location: String) -> Bool {
        guard !location.hasPrefix("http://") || endpoint.hasPrefix("http://"),
            let (own, other) = name(of: endpoint).flatMap({ own in name(of: location).map { (own, $0) } })
        else { return false }
        let amazon = ".amazonaws.com"
        return other == own || other.hasSuffix(".\(own)") || (own.hasSuffix(amazon) && other.hasSuffix(amazon))
    }

    /// The host of an address, without a port; `nil` for one with a user.
    private static func name(of address: String) -> String? {
        guard let host = host(of: address)?.lowercased().split(separator: "/").last, !host.contains("@") else {
            return nil
        }
        if host.hasPrefix("[") { return String(host.prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    /// The scheme, host and port of an address.
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
        // Its settings are read from files, for which nobody else should wait.
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

    /// The server of a bucket, without a path; Amazon's have a host for each bucket, unless TLS would not know it.
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
