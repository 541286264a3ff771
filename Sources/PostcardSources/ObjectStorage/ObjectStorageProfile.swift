import PostcardCore
import PostcardCrypto
import PostcardPhotos

/// A profile for object storage: its settings, which are read once, and its access keys, which sign requests and are renewed before they
/// expire.
actor ObjectStorageProfile {
    let region: String
    /// The URL of the server; `nil` for Amazon.
    private let endpoint: String?
    private let profile: String?
    private let environment: ObjectStorageEnvironment
    private var keys: ObjectStorageKeys?
    private var loading: Task<ObjectStorageKeys, any Error>?

    init(_ profile: String?, of environment: ObjectStorageEnvironment) {
        (self.profile, self.environment) = (profile, environment)
        region = environment.setting("region", of: profile, orOf: ["AWS_REGION", "AWS_DEFAULT_REGION"]) ?? "us-east-1"
        endpoint = environment.setting(
            "endpoint_url", of: profile, orOf: ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"])
    }

    /// Returns the server for a bucket as a URL without a path.
    nonisolated func server(of bucket: String, in region: String) -> String {
        if let endpoint { return endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint }
        return "https://\(hasHost(for: bucket) ? "\(bucket)." : "")s3.\(region).amazonaws.com"
    }

    /// Returns true if a bucket has its own host. On Amazon, this is true only for names that are a single DNS label, because certificates
    /// don't cover other names.
    nonisolated func hasHost(for bucket: String) -> Bool {
        endpoint == nil
            && bucket.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
            }
    }

    /// Returns a request signed with valid keys (AWS Signature Version 4), and the keys used.
    ///
    /// - Parameters:
    ///   - request: the request. All of its headers are signed.
    ///   - skew: the number of seconds by which the server's clock is ahead of the local clock.
    nonisolated func signed(
        _ request: HTTPClient.Request, region: String, skew: Double
    ) async throws -> (HTTPClient.Request, ObjectStorageKeys) {
        let keys = try await currentKeys()
        var request = request
        Self.sign(&request, with: keys, region: region, date: ObjectStorageDate.text(environment.now() + skew))
        return (request, keys)
    }

    /// Adds the headers that sign a request.
    ///
    /// - Parameters:
    ///   - request: the request, with lowercase header names and a query sorted by encoded name.
    ///   - date: the date in the form `20130524T000000Z`.
    static func sign(
        _ request: inout HTTPClient.Request, with keys: ObjectStorageKeys, region: String, date: String
    ) {
        func hash(_ bytes: [UInt8]) -> String { Hexadecimal.encode(SHA256.hash(data: bytes)) }
        func code(of text: some StringProtocol, by key: SymmetricKey) -> Digest {
            HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
        }
        let server = request.url.firstRange(of: "://").map { request.url[$0.upperBound...] } ?? ""
        let host = server.prefix { $0 != "/" }
        let path = server.dropFirst(host.count).prefix { $0 != "?" }
        let query = server.dropFirst(host.count + path.count + 1)
        let bodyHash = hash(request.body ?? [])
        request.headers += [("host", String(host)), ("x-amz-content-sha256", bodyHash), ("x-amz-date", date)]
        if let token = keys.token { request.headers.append(("x-amz-security-token", token)) }
        let headers = request.headers.sorted { $0.name < $1.name }
        let names = headers.map(\.name).joined(separator: ";")
        let canonical =
            "\(request.method)\n\(path)\n\(query)\n"
            + headers.map { "\($0.name):\($0.value)\n" }.joined() + "\n\(names)\n\(bodyHash)"
        let scope = "\(date.prefix(8))/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(hash(Array(canonical.utf8)))"
        var key = SymmetricKey(data: Array("AWS4\(keys.secretKey.secret)".utf8))
        for part in scope.split(separator: "/") { key = SymmetricKey(data: code(of: part, by: key)) }
        let signature = Hexadecimal.encode(code(of: text, by: key))
        request.headers.append(
            (
                "authorization",
                "AWS4-HMAC-SHA256 Credential=\(keys.id)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
            ))
    }

    /// Returns valid keys. Simultaneous calls share one lookup.
    private func currentKeys() async throws -> ObjectStorageKeys {
        if let keys, keys.isFresh(at: environment.now()) { return keys }
        let task = loading ?? Task { try await load() }
        loading = task
        defer { loading = nil }
        let found = try await task.value
        keys = found
        return found
    }

    /// Discards keys that a server refused, so keys are loaded again.
    func forget(_ refused: ObjectStorageKeys) {
        if keys == refused { keys = nil }
    }

    private func load() async throws -> ObjectStorageKeys {
        let variable = environment.variable
        if profile == nil,
            let keys = Self.keys(
                variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY"), variable("AWS_SESSION_TOKEN"))
        {
            return keys
        }
        let name = profile ?? environment.defaultProfile
        let settings = environment.profile(name) ?? [:]
        if let keys = Self.keys(
            settings["aws_access_key_id"], settings["aws_secret_access_key"], settings["aws_session_token"])
        {
            return keys
        }
        if let command = settings["credential_process"] {
            return try await CredentialProcess(command, profile: name).keys(at: environment.now())
        }
        throw SourceError(
            .keyRefused,
            """
            No credentials for object storage\(profile.map { " in the profile \($0)" } ?? ""). \
            \(profile == nil ? "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write" : "Write") aws_access_key_id and \
            aws_secret_access_key under [\(name)] in ~/.aws/credentials. For keys from a role, single sign-on or a machine, add to a \
            profile in ~/.aws/config: credential_process = aws configure export-credentials --profile \(name)
            """)
    }

    private static func keys(_ id: String?, _ secret: String?, _ token: String?) -> ObjectStorageKeys? {
        guard let id, let secret else { return nil }
        return ObjectStorageKeys(id: id, secretKey: APIKey(secret), token: token)
    }
}
