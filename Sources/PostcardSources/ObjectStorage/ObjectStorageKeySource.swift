import PlatformFoundation
import PostcardCore

/// Finds the keys of a profile, where other programs find them, and renews those that end.
actor ObjectStorageKeySource {
    private let profile: String?
    private let environment: ObjectStorageEnvironment
    private var keys: ObjectStorageKeys?
    private var loading: Task<ObjectStorageKeys, any Error>?

    init(profile: String?, environment: ObjectStorageEnvironment) {
        (self.profile, self.environment) = (profile, environment)
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
        if profile == nil,
            let keys = Self.keys(
                variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY"), variable("AWS_SESSION_TOKEN"))
        {
            return keys
        }
        let name = profile ?? environment.usualProfile
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
            There are no keys for object storage\(profile.map { " of the profile \($0)" } ?? ""). \
            \(profile == nil ? "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write" : "Write") aws_access_key_id and \
            aws_secret_access_key below [\(name)] in ~/.aws/credentials. For keys of a role, of single sign-on or of a machine write into a \
            profile of ~/.aws/config: credential_process = aws configure export-credentials --profile \(name)
            """)
    }

    private static func keys(_ id: String?, _ secret: String?, _ token: String?) -> ObjectStorageKeys? {
        guard let id, let secret else { return nil }
        return ObjectStorageKeys(id: id, secret: APIKey(secret), token: token)
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
