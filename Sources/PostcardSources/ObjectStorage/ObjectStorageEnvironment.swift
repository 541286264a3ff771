import PlatformFoundation

/// The settings of object storage as other programs have them: environment variables and the files in `~/.aws`.
public struct ObjectStorageEnvironment: Sendable {
    /// The value of an environment variable; `nil` when it is not set, or empty.
    let variable: @Sendable (String) -> String?
    /// The text of a file; `nil` when it cannot be read.
    let file: @Sendable (String) -> String?
    /// The seconds since 1970.
    let now: @Sendable () -> Double

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - variable: Returns the value of an environment variable.
    ///   - file: Returns the text of a file, `nil` when it cannot be read.
    ///   - now: Returns the seconds since 1970.
    public init(
        variable: @escaping @Sendable (String) -> String?, file: @escaping @Sendable (String) -> String?,
        now: @escaping @Sendable () -> Double
    ) {
        (self.variable, self.file, self.now) = (variable, file, now)
    }

    /// The variables of this process, the files of this user, and the clock of this machine.
    public static var system: ObjectStorageEnvironment {
        ObjectStorageEnvironment(
            variable: { ProcessInfo.processInfo.environment[$0].flatMap { $0.isEmpty ? nil : $0 } },
            file: { FileManager.default.contents(atPath: $0).map { String(decoding: $0, as: UTF8.self) } },
            now: { Date().timeIntervalSince1970 })
    }

    /// The profile that is used where an address names none.
    var usualProfile: String { variable("AWS_PROFILE") ?? "default" }

    /// The settings of a profile, of both files; `nil` when it is in neither.
    func profile(_ name: String) -> [String: String]? {
        let home = variable("HOME") ?? ""
        let configuration = file(variable("AWS_CONFIG_FILE") ?? "\(home)/.aws/config") ?? ""
        let credentials = file(variable("AWS_SHARED_CREDENTIALS_FILE") ?? "\(home)/.aws/credentials") ?? ""
        let first = Self.section(
            [name == "default" ? "default" : "profile \(name)", "profile \(name)"], of: configuration)
        let second = Self.section([name], of: credentials)
        guard first != nil || second != nil else { return nil }
        return (first ?? [:]).merging(second ?? [:]) { $1 }
    }

    /// The values below `[name]`. Indented lines belong to a setting that is not looked at.
    private static func section(_ names: [String], of text: String) -> [String: String]? {
        var values: [String: String]?
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, first != "#", first != ";" else { continue }
            if first == "[" {
                let name = line.dropFirst().prefix { $0 != "]" }.split(separator: " ").joined(separator: " ")
                isInside = names.contains(name)
                if isInside { values = values ?? [:] }
            } else if isInside, !first.isWhitespace, let sign = line.firstIndex(of: "=") {
                let name = line[..<sign].trimmed.lowercased()
                values?[name] = line[line.index(after: sign)...].trimmed
            }
        }
        return values
    }

    /// The region where nothing else says one.
    static let usualRegion = "us-east-1"

    /// The region of requests for a profile.
    func region(of profile: String?) -> String {
        let named = (profile.map { self.profile($0) } ?? nil)?["region"]
        return named ?? variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION")
            ?? self.profile(profile ?? usualProfile)?["region"] ?? Self.usualRegion
    }

    /// The address of a server that is not Amazon's.
    func endpoint(of profile: String?) -> String? {
        let named = (profile.map { self.profile($0) } ?? nil)?["endpoint_url"]
        return named ?? variable("AWS_ENDPOINT_URL_S3") ?? variable("AWS_ENDPOINT_URL")
            ?? self.profile(profile ?? usualProfile)?["endpoint_url"]
    }
}

extension Substring {
    var trimmed: String {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
