import PlatformFoundation
import PostcardCore

/// The sources of object storage settings: environment variables and the files in `~/.aws`.
package struct ObjectStorageEnvironment: Sendable {
    /// Returns the value of an environment variable; `nil` if it is unset or empty.
    let variable: @Sendable (String) -> String?
    /// Returns the text of a file; `nil` if it can't be read.
    let file: @Sendable (String) -> String?
    /// Returns the current time in seconds since 1970.
    let now: @Sendable () -> Double

    /// Makes the settings sources from their parts.
    ///
    /// - Parameters:
    ///   - variable: returns the value of an environment variable.
    ///   - file: returns the text of a file; `nil` if it can't be read.
    ///   - now: returns the current time in seconds since 1970.
    package init(
        variable: @escaping @Sendable (String) -> String?, file: @escaping @Sendable (String) -> String?,
        now: @escaping @Sendable () -> Double
    ) {
        (self.variable, self.file, self.now) = (variable, file, now)
    }

    /// The environment of this process, the files of this user, and the system's clock.
    package static var system: ObjectStorageEnvironment {
        ObjectStorageEnvironment(
            variable: { ProcessInfo.processInfo.environment[$0].flatMap { $0.isEmpty ? nil : $0 } },
            file: { FileManager.default.contents(atPath: $0).map { String(decoding: $0, as: UTF8.self) } },
            now: { Date().timeIntervalSince1970 })
    }

    /// The profile for URLs that specify no profile.
    var defaultProfile: String { variable("AWS_PROFILE") ?? "default" }

    /// Returns a profile's settings from both files; `nil` if neither contains it. Settings in the credentials file take precedence.
    func profile(_ name: String) -> [NameKey: String]? {
        let home = variable("HOME") ?? ""
        let configuration = file(variable("AWS_CONFIG_FILE") ?? "\(home)/.aws/config") ?? ""
        let credentials = file(variable("AWS_SHARED_CREDENTIALS_FILE") ?? "\(home)/.aws/credentials") ?? ""
        let first = Self.section(
            [name == "default" ? "default" : "profile \(name)", "profile \(name)"], of: configuration)
        let second = Self.section([name], of: credentials)
        guard first != nil || second != nil else { return nil }
        return (first ?? [:]).merging(second ?? [:]) { $1 }
    }

    /// Returns the settings under `[name]`; `nil` if the section is missing. Indented lines are nested settings, which are skipped.
    private static func section(_ names: [String], of text: String) -> [NameKey: String]? {
        var values: [NameKey: String]?
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

    /// Returns a setting: from the URL's profile if there is one, then from the variables, then from the default profile.
    func setting(_ name: String, of profile: String?, orOf variables: [String]) -> String? {
        profile.flatMap { self.profile($0)?[name] } ?? variables.lazy.compactMap(variable).first
            ?? self.profile(profile ?? defaultProfile)?[name]
    }
}
