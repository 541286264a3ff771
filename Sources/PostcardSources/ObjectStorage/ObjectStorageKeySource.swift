import PlatformFoundation
internal import PostcardCore

/// Finds the keys of a profile, where other programs find them, and renews those that end.
actor ObjectStorageKeySource {
    private let profile: String?
    private let environment: ObjectStorageEnvironment
    private let transport: ObjectStorageTransport
    private var keys: ObjectStorageKeys?
    private var loading: Task<ObjectStorageKeys, any Error>?

    init(profile: String?, environment: ObjectStorageEnvironment, transport: ObjectStorageTransport) {
        (self.profile, self.environment, self.transport) = (profile, environment, transport)
    }

    /// The keys to sign with now; all that ask while they are looked for get the same.
    func current() async throws -> ObjectStorageKeys {
        if let keys, keys.isFresh(at: environment.now()) { return keys }
        let task = loading ?? Task { try await load() }
        loading = task
        defer { loading = nil }
        let found = try await task.value
        keys = found
        return found
    }

    /// Has keys looked for again that a server did not accept any more.
    func forget(_ refused: ObjectStorageKeys) {
        if keys == refused { keys = nil }
    }

    private func load() async throws -> ObjectStorageKeys {
        let variable = environment.variable
        if profile == nil {
            if let keys = Self.keys(
                variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY"), variable("AWS_SESSION_TOKEN"))
            {
                return keys
            }
            if let file = variable("AWS_WEB_IDENTITY_TOKEN_FILE"), let role = variable("AWS_ROLE_ARN") {
                return try await assume(role, tokenFile: file, session: variable("AWS_ROLE_SESSION_NAME"))
            }
        }
        let name = profile ?? environment.usualProfile
        let settings = environment.profile(name)
        if let settings {
            if let keys = Self.keys(
                settings["aws_access_key_id"], settings["aws_secret_access_key"], settings["aws_session_token"])
            {
                return keys
            }
            if let file = settings["web_identity_token_file"], let role = settings["role_arn"] {
                return try await assume(role, tokenFile: file, session: settings["role_session_name"])
            }
            if let command = settings["credential_process"] {
                return try await CredentialProcess(command, profile: name).keys(at: environment.now())
            }
        }
        guard profile == nil else {
            let reason = settings == nil ? "There is no profile" : "There are no keys in the profile"
            throw SourceError(
                .keyRefused,
                "\(reason) \(name) in the files of ~/.aws. Write aws_access_key_id and aws_secret_access_key below [\(name)] in credentials."
            )
        }
        if let keys = try await containerKeys() { return keys }
        if let keys = try await instanceKeys() { return keys }
        throw SourceError(
            .keyRefused,
            "There are no keys for object storage. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them into ~/.aws/credentials."
        )
    }

    private static func keys(_ id: String?, _ secret: String?, _ token: String?) -> ObjectStorageKeys? {
        guard let id, let secret else { return nil }
        return ObjectStorageKeys(id: id, secret: APIKey(secret), token: token)
    }

    /// The keys that a role gives to who has a token of an identity provider, such as a pod of Kubernetes.
    private func assume(_ role: String, tokenFile: String, session: String?) async throws -> ObjectStorageKeys {
        guard let token = environment.file(tokenFile)?[...].trimmed else {
            throw SourceError(.keyRefused, "Cannot read the token for \(role): \(tokenFile).")
        }
        let region = environment.region(of: profile)
        let server = environment.variable("AWS_ENDPOINT_URL_STS") ?? "https://sts.\(region).amazonaws.com"
        let form = SignatureV4.query([
            ("Action", "AssumeRoleWithWebIdentity"), ("Version", "2011-06-15"), ("RoleArn", role),
            ("RoleSessionName", session ?? "postcard"), ("WebIdentityToken", token),
        ])
        let response = try await send(
            .init(
                method: "POST", url: server + "/",
                headers: [("Content-Type", "application/x-www-form-urlencoded")], body: Array(form.utf8)))
        let document = XMLText(response.body)
        guard response.status == 200, let id = document.text("AccessKeyId"),
            let secret = document.text("SecretAccessKey"), let sessionToken = document.text("SessionToken")
        else {
            let reason = document.text("Message") ?? "HTTP \(response.status)"
            throw SourceError(.keyRefused, "The role \(role) was not given: \(reason)")
        }
        return ObjectStorageKeys(
            id: id, secret: APIKey(secret), token: sessionToken,
            expiration: document.text("Expiration").flatMap(ObjectStorageDate.seconds))
    }

    /// Those that ECS or EKS give to a container; `nil` outside of one.
    private func containerKeys() async throws -> ObjectStorageKeys? {
        let address: String
        if let path = environment.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") {
            address = "http://169.254.170.2\(path)"
        } else if let full = environment.variable("AWS_CONTAINER_CREDENTIALS_FULL_URI") {
            guard let url = URL(string: full), url.scheme == "https" || Self.isNear(url.host ?? "") else {
                throw SourceError(
                    .keyRefused, "AWS_CONTAINER_CREDENTIALS_FULL_URI is neither https nor an address of this machine.")
            }
            address = full
        } else {
            return nil
        }
        var headers: [(name: String, value: String)] = []
        let file = environment.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")
        if let token = file.flatMap(environment.file)?[...].trimmed
            ?? environment.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN")
        {
            headers = [("Authorization", token)]
        }
        let response = try await send(.init(method: "GET", url: address, headers: headers))
        guard response.status == 200, let keys = Document(response.body)?.keys else {
            throw SourceError(.keyRefused, "The container was given no keys (HTTP \(response.status)).")
        }
        return keys
    }

    private static func isNear(_ host: String) -> Bool {
        host == "localhost" || host.hasPrefix("127.") || host == "::1" || host == "[::1]"
            || ["169.254.170.2", "169.254.170.23", "fd00:ec2::23", "[fd00:ec2::23]"].contains(host)
    }

    /// Those of the role of a virtual machine of EC2; `nil` elsewhere.
    private func instanceKeys() async throws -> ObjectStorageKeys? {
        guard environment.variable("AWS_EC2_METADATA_DISABLED")?.lowercased() != "true" else { return nil }
        let server = environment.variable("AWS_EC2_METADATA_SERVICE_ENDPOINT") ?? "http://169.254.169.254"
        func ask(_ method: String, _ path: String, _ headers: [(name: String, value: String)]) async throws -> String? {
            let response = try await transport.send(
                .init(method: method, url: server + path, headers: headers, timeout: .seconds(1)))
            return response.status == 200 ? String(validating: response.body, as: UTF8.self) : nil
        }
        do {
            let life = [(name: "X-aws-ec2-metadata-token-ttl-seconds", value: "21600")]
            guard let token = try await ask("PUT", "/latest/api/token", life) else { return nil }
            let header = [(name: "X-aws-ec2-metadata-token", value: token)]
            let path = "/latest/meta-data/iam/security-credentials/"
            guard let role = try await ask("GET", path, header)?.split(whereSeparator: \.isNewline).first,
                let text = try await ask("GET", path + role, header)
            else { return nil }
            return Document(Array(text.utf8))?.keys
        } catch is HTTPTransportError {
            // There is no such server anywhere but on such a machine.
            return nil
        }
    }

    private func send(_ request: ObjectStorageTransport.Request) async throws -> ObjectStorageTransport.Response {
        do {
            return try await transport.send(request)
        } catch let error as HTTPTransportError {
            throw SourceError(.unreachable, "The keys for object storage cannot be had: \(error.message)")
        }
    }

    /// What containers and instances are answered.
    private struct Document: Decodable {
        let id: String
        let secret: String
        let token: String?
        let expiration: String?

        private enum CodingKeys: String, CodingKey {
            case id = "AccessKeyId"
            case secret = "SecretAccessKey"
            case token = "Token"
            case expiration = "Expiration"
        }

        init?(_ bytes: [UInt8]) {
            guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else { return nil }
            self = document
        }

        var keys: ObjectStorageKeys {
            ObjectStorageKeys(
                id: id, secret: APIKey(secret), token: token,
                expiration: expiration.flatMap(ObjectStorageDate.seconds))
        }
    }
}

/// Dates as servers of objects write them.
enum ObjectStorageDate {
    /// `20130524T000000Z`
    static func text(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(
            .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
                .timeSeparator(.omitted).dateTimeSeparator(.standard).timeZone(separator: .omitted))
    }

    /// The seconds since 1970 of `2026-11-23T00:13:23Z`, also with parts of a second; `nil` for anything else.
    static func seconds(_ text: String) -> Double? {
        let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        return styles.lazy.compactMap { try? $0.parse(text) }.first?.timeIntervalSince1970
    }
}
