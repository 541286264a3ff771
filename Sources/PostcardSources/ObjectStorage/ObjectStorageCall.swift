import PostcardCore
import PostcardCrypto

extension ObjectStorage {
    /// A request to the server of a bucket, before it is signed.
    struct Call {
        var method = "GET"
        let address: ObjectAddress
        var query: [(name: String, value: String)] = []
        /// Header fields that are signed, besides those of all requests; names in small letters.
        var headers: [(name: String, value: String)] = []
        /// Header fields that are not signed.
        var fields: [(name: String, value: String)] = []
        var body: [UInt8]?
        var maximumBytes = 1 << 20
        /// Statuses that are answers, besides those of success.
        var accepted: Set<Int> = []
        /// The most times to try; `nil` for those of the policy.
        var attempts: Int?
        /// Called with the number of bytes of the answer's body before they are kept.
        var count: @Sendable (Int) throws -> Void = { _ in }
    }

    struct Response {
        let status: Int
        let headers: [(name: String, value: String)]
        var body: [UInt8] = []

        func header(_ name: String) -> String? { headers.first(named: name) }

        /// The length of the object of which this is what begins at an offset. Some servers say 200 beside a part: the field tells.
        ///
        /// - Throws: ``SourceError`` with code `badReply` for another part than that.
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
    /// Sends the request as it was signed.
    ///
    /// - Throws: `SourceError` for a longer body; `HTTPTransportError`; `CancellationError`; what `count` throws.
    func response(to request: CurlClient.Request, from client: CurlClient) async throws -> ObjectStorage.Response {
        let incoming = try await client.send(request)
        var response = ObjectStorage.Response(status: incoming.status, headers: incoming.headers)
        guard method != "HEAD" else { return response }
        // An error may be longer than what was asked for.
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

/// Signs requests as AWS Signature Version 4 has it, with the payload's hash.
struct SignatureV4: Sendable {
    let keys: ObjectStorageKeys
    let region: String

    static func hash(_ body: [UInt8]) -> String { Hexadecimal.encode(SHA256.hash(data: body)) }

    /// The query in its canonical order and encoding, in which it is sent too.
    static func query(_ arguments: [(name: String, value: String)]) -> String {
        let encoded = arguments.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
        return encoded.sorted { $0 < $1 }.map { name, value in "\(name)=\(value)" }.joined(separator: "&")
    }

    /// The value of the `Authorization` field of a request.
    ///
    /// - Parameters:
    ///   - path: Percent-encoded, and sent like that.
    ///   - headers: All that are signed, the host too; names in small letters.
    ///   - date: As `20130524T000000Z`.
    ///   - hash: That of the body.
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

/// The keys with which requests are signed.
struct ObjectStorageKeys: Sendable, Hashable {
    let id: String
    let secret: APIKey
    /// The token of keys that end.
    var token: String?
    /// The seconds since 1970 at which they end; `nil` for those that do not.
    var expiration: Double?

    /// The time before their end at which keys are renewed, in seconds.
    private static let margin = 300.0

    func isFresh(at now: Double) -> Bool { expiration.map { $0 - now > Self.margin } ?? true }
}
