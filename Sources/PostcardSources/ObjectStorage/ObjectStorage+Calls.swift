import PostcardCore
import PostcardPhotos
import Synchronization

extension ObjectStorage {
    /// A request to a bucket, and options for handling the response.
    struct Call {
        var method = "GET"
        let address: ObjectAddress
        var query: [(name: String, value: String)] = []
        /// The signed headers in addition to those in all requests. Header names must be in lowercase.
        var headers: [(name: String, value: String)] = []
        /// The headers that are not signed.
        var fields: [(name: String, value: String)] = []
        var body: [UInt8]?
        var maximumBytes = 1 << 20
        /// The statuses that are not treated as errors, in addition to success.
        var accepted: Set<Int> = []
        /// The maximum number of attempts; `nil` for the number in the client's policy.
        var attempts: Int?
        /// Called before each piece of the response body is stored, with the number of bytes in the piece.
        var count: @Sendable (Int) throws -> Void = { _ in }
    }

    struct Response {
        let status: Int
        let headers: [(name: String, value: String)]
        var body: [UInt8] = []

        func header(_ name: String) -> String? { headers.first(named: name) }

        /// Returns the length of the whole object in bytes, for a body that starts at `offset`. The `Content-Range` header is used even
        /// with status 200, because some servers send a part with that status.
        ///
        /// - Throws: `SourceError` with code `badReply` if the body starts at another offset.
        func size(from offset: Int, of address: ObjectAddress) throws(SourceError) -> Int {
            let range = header("Content-Range")
            let part = range.flatMap { ContentRange($0) }
            let size = range == nil ? body.count : part?.length
            guard let size, part?.start ?? 0 == offset else {
                throw SourceError(.badReply, "The server returned a different part of \(address) than requested.")
            }
            return size
        }
    }

    /// The corrections to a call, based on error responses.
    private struct Corrections {
        var count = 0
        /// The scheme and host of a redirect target.
        var host: String?
    }

    func send(_ call: Call) async throws -> Response {
        var policy = policy
        policy.maximumAttempts = call.attempts ?? policy.maximumAttempts
        var attempt = 1
        var corrections = Corrections()
        while true {
            do {
                var (request, keys) = try await profile(of: call.address).signed(
                    request(of: call, to: corrections.host), region: region(of: call.address),
                    skew: state.withLock { $0.skew })
                request.headers += call.fields
                let response = try await response(to: request, of: call)
                if (200...299).contains(response.status) || call.accepted.contains(response.status) {
                    return response
                }
                let refusal = ObjectStorageErrorResponse(response)
                guard try await correct(&corrections, after: refusal, of: call, keys) else {
                    throw refusal.failure(of: call.address)
                }
            } catch {
                try await clock.sleep(for: policy.delay(after: error, attempt: attempt, clock).delay)
                attempt += 1
            }
        }
    }

    /// Corrects the settings of a call after an error response.
    ///
    /// - Returns: `true` if the call should be sent again immediately.
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
        guard refusal.status != 400, refusal.status != 403,
            let host = refusal.redirect(from: server(of: call.address)), host != corrections.host
        else { return false }
        corrections.host = host
        return true
    }

    private func profile(of address: ObjectAddress) -> ObjectStorageProfile {
        if let known = state.withLock({ $0.profiles[address.profile.map { NameKey($0) }] }) { return known }
        // Settings are read from files outside the lock, so other tasks do not wait.
        let new = ObjectStorageProfile(address.profile, of: environment)
        return state.withLock { state in
            let profile = state.profiles[address.profile.map { NameKey($0) }] ?? new
            state.profiles[address.profile.map { NameKey($0) }] = profile
            return profile
        }
    }

    private func region(of address: ObjectAddress) -> String {
        state.withLock { $0.regions[address.bucket] } ?? profile(of: address).region
    }

    /// Returns the server for a bucket as a URL without a path.
    private func server(of address: ObjectAddress) -> String {
        profile(of: address).server(of: address.bucket, in: region(of: address))
    }

    /// Returns the unsigned request for a call.
    private func request(of call: Call, to other: String?) throws(SourceError) -> HTTPClient.Request {
        let address = call.address
        let server = other ?? self.server(of: address)
        guard server.hasPrefix("http://") || server.hasPrefix("https://") else {
            throw SourceError(.badQuery, "\(server) is not the http or https URL of a server for \(address).")
        }
        let bucket = profile(of: address).hasHost(for: address.bucket) ? "" : "/\(address.bucket)"
        let key = PercentEncoding.encode(address.key).replacing("%2F", with: "/")
        let query = Self.query(call.query)
        var request = HTTPClient.Request(
            url: "\(server)\(bucket)/\(key)\(query.isEmpty ? "" : "?\(query)")",
            headers: call.headers, timeout: timeout + .seconds((call.body?.count ?? 0) >> 20))
        (request.method, request.body) = (call.method, call.body)
        return request
    }

    /// Returns an encoded query, in the order required for signatures.
    static func query(_ arguments: [(name: String, value: String)]) -> String {
        let encoded = arguments.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
        return encoded.sorted { $0 < $1 }.map { name, value in "\(name)=\(value)" }.joined(separator: "&")
    }

    /// Sends the signed request for a call once, and reads the body of the response.
    ///
    /// - Throws: `SourceError` for a body that is too long; `HTTPClientError`; `CancellationError`; any error that `count` throws.
    private func response(to request: HTTPClient.Request, of call: Call) async throws -> Response {
        let incoming = try await client.send(request)
        var response = Response(status: incoming.status, headers: incoming.headers)
        guard call.method != "HEAD" else { return response }
        // The body of an error response can be longer than the requested bytes.
        let maximum = (200...299).contains(response.status) ? call.maximumBytes : 1 << 20
        func check(_ count: Int) throws(SourceError) {
            guard count <= maximum else {
                throw SourceError(.tooLarge, "\(call.address) has \(count) bytes or more; the limit is \(maximum).")
            }
        }
        if let length = response.header("Content-Length").flatMap({ Int($0) }) {
            try check(length)
            response.body.reserveCapacity(length)
        }
        for try await piece in incoming.body {
            try check(response.body.count + piece.count)
            try call.count(piece.count)
            response.body += piece
        }
        return response
    }
}
