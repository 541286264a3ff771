import PostcardCore
import PostcardCrypto

extension ObjectStorage {
    /// A request to the server of a bucket, before it is signed.
    struct Call {
        var method = "GET"
        let address: ObjectAddress
        var query: [(name: String, value: String)] = []
        /// The signed header fields besides those of all requests; names in lower case.
        var headers: [(name: String, value: String)] = []
        /// The header fields that are not signed.
        var fields: [(name: String, value: String)] = []
        var body: [UInt8]?
        var maximumBytes = 1 << 20
        /// The statuses besides those of success that are not errors.
        var accepted: Set<Int> = []
        /// The largest number of attempts; `nil` for that of the policy.
        var attempts: Int?
        /// Called with the number of bytes of each piece of the response's body before it is stored.
        var count: @Sendable (Int) throws -> Void = { _ in }
    }

    struct Response {
        let status: Int
        let headers: [(name: String, value: String)]
        var body: [UInt8] = []

        func header(_ name: String) -> String? { headers.first(named: name) }

        /// Returns the length of the whole object in bytes, for a body that begins at `offset`. It depends on `Content-Range`, since some servers
        /// send status 200 with a part.
        ///
        /// - Throws: ``SourceError`` with code `badReply` if the body begins elsewhere.
        func size(from offset: Int, of address: ObjectAddress) throws(SourceError) -> Int {
            let range = header("Content-Range")
            let part = range.flatMap { ContentRange($0) }
            let size = range == nil ? body.count : part?.length
            guard let size, part?.start ?? 0 == offset else {
                throw SourceError(.badReply, "\(address) was answered with another part than was asked for.")
            }
            return size
        }
    }
}

extension ObjectStorage.Call {
    /// Sends a signed request.
    ///
    /// - Throws: `SourceError` for a body that is too long; `HTTPTransportError`; `CancellationError`; the error of `count`.
    func response(to request: CurlClient.Request, from client: CurlClient) async throws -> ObjectStorage.Response {
        let incoming = try await client.send(request)
        var response = ObjectStorage.Response(status: incoming.status, headers: incoming.headers)
        guard method != "HEAD" else { return response }
        // The body of an error may be longer than the requested bytes.
        let maximum = (200...299).contains(response.status) ? maximumBytes : 1 << 20
        func check(_ count: Int) throws(SourceError) {
            guard count <= maximum else {
                throw SourceError(.tooLarge, "\(address): It has \(count) bytes or more; \(maximum) are allowed.")
            }
        }
        if let length = response.header("Content-Length").flatMap({ Int($0) }) {
            try check(length)
            response.body.reserveCapacity(length)
        }
        for try await piece in incoming.body {
            try check(response.body.count + piece.count)
            try count(piece.count)
            response.body += piece
        }
        return response
    }
}

/// The signing of requests by AWS Signature Version 4, including the hash of the body.
struct SignatureV4: Sendable {
    let keys: ObjectStorageKeys
    let region: String

    static func hash(_ body: [UInt8]) -> String { Hexadecimal.encode(SHA256.hash(data: body)) }

    /// Returns the query in canonical order and encoding, as it is also sent.
    static func query(_ arguments: [(name: String, value: String)]) -> String {
        let encoded = arguments.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
        return encoded.sorted { $0 < $1 }.map { name, value in "\(name)=\(value)" }.joined(separator: "&")
    }

    /// Returns the value of the `Authorization` field of a request.
    ///
    /// - Parameters:
    ///   - method: the method of the request.
    ///   - path: the percent-encoded path, as it is sent.
    ///   - query: the names and values of the query.
    ///   - headers: all signed fields including the host; names in lower case.
    ///   - date: the date in the form `20130524T000000Z`.
    ///   - hash: the hash of the body.
    func authorization(
        _ method: String, _ path: String, query: [(name: String, value: String)],
        headers: [(name: String, value: String)], date: String, payload hash: String
    ) -> String {
        let headers = headers.sorted { $0.name < $1.name }
        let names = headers.map(\.name).joined(separator: ";")
        let canonical =
            "\(method)\n\(path)\n\(Self.query(query))\n"
            + headers.map { "\($0.name):\($0.value)\n" }.joined() + "\n\(names)\n\(hash)"
        let scope = "\(date.prefix(8))/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(Self.hash(Array(canonical.utf8)))"
        var key = SymmetricKey(data: Array("AWS4\(keys.secret.secret)".utf8))
        for part in scope.split(separator: "/") { key = SymmetricKey(data: Self.code(of: String(part), by: key)) }
        let signature = Hexadecimal.encode(Self.code(of: text, by: key))
        return "AWS4-HMAC-SHA256 Credential=\(keys.id)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
    }

    private static func code(of text: String, by key: SymmetricKey) -> Digest {
        HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    }
}

/// The access keys that sign requests.
struct ObjectStorageKeys: Sendable, Hashable {
    let id: String
    let secret: APIKey
    /// The token of temporary keys.
    var token: String?
    /// The time at which temporary keys expire, in seconds since 1970; `nil` for permanent keys.
    var expiration: Double?

    /// The time before expiration at which keys are renewed, in seconds.
    private static let margin = 300.0

    func isFresh(at now: Double) -> Bool { expiration.map { $0 - now > Self.margin } ?? true }
}
