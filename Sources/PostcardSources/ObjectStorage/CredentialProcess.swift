import PostcardCore
import PostcardPhotos
import Subprocess
import SystemPackage

/// A program that prints access keys, specified by `credential_process` in a profile. The program's output is never shown.
struct CredentialProcess: Sendable {
    private let profile: String
    private let program: String
    private let arguments: [String]
    private let timeLimit: Duration

    /// The maximum number of bytes in the program's output and in its error messages.
    private static let (outputLimit, errorLimit) = (64 << 10, 1 << 20)

    /// Parses a command as AWS tools do: words are separated by spaces and may be quoted. There is no shell, so variables, `~` and pipes
    /// have no meaning.
    ///
    /// - Throws: `SourceError` with code `keyRefused` if the program is missing or a quotation mark is not closed.
    init(_ command: String, profile: String, timeLimit: Duration = .seconds(60)) throws(SourceError) {
        guard let words = Self.words(command), let program = words.first, !program.isEmpty else {
            throw SourceError(
                .keyRefused,
                "credential_process in the profile \(profile) is not a command. Quote words that contain spaces: \"/opt/my tools/keys\" --user ann"
            )
        }
        (self.profile, self.program, self.timeLimit) = (profile, program, timeLimit)
        arguments = Array(words.dropFirst())
    }

    /// Returns the words of a command; `nil` if a quotation mark is not closed.
    static func words(_ command: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var characters = command[...]
        while let character = characters.popFirst() {
            switch (quote, character) {
            case (nil, "'"), (nil, "\""):
                quote = character
                word = word ?? ""
            case (let open?, _) where character == open: quote = nil
            case (nil, "\\"): word = (word ?? "") + (characters.popFirst().map { String($0) } ?? "\\")
            case ("\"", "\\") where characters.first == "\"" || characters.first == "\\":
                if let next = characters.popFirst() { word?.append(next) }
            case (nil, _) where character.isWhitespace:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        return words + (word.map { [$0] } ?? [])
    }

    /// Runs the program without input and without a terminal, and returns the keys that it prints.
    ///
    /// - Parameter now: the current time in seconds since 1970.
    /// - Throws: `SourceError` with code `keyRefused` if the program prints no valid keys in time; `CancellationError`.
    func keys(at now: Double) async throws -> ObjectStorageKeys {
        let output = try await output()
        guard let document = try? output.withUnsafeBytes({ try JSONValue(parsing: $0) }),
            let version = document["Version"]?.integer, let id = document["AccessKeyId"]?.string,
            let secret = document["SecretAccessKey"]?.string,
            ["SessionToken", "Expiration"].compactMap({ document[$0] })
                .allSatisfy({ $0 == .scalar("null") || $0.string != nil })
        else { throw failure("printed no JSON with Version, AccessKeyId and SecretAccessKey") }
        guard version == 1 else { throw failure("printed keys of version \(version); only version 1 is supported") }
        guard !id.isEmpty, !secret.isEmpty else { throw failure("printed empty keys") }
        var keys = ObjectStorageKeys(id: id, secretKey: APIKey(secret), token: document["SessionToken"]?.string)
        guard let text = document["Expiration"]?.string else { return keys }
        guard let end = ObjectStorageDate.seconds(text) else {
            throw failure("printed an Expiration that is not a date such as 2026-11-23T00:13:23Z")
        }
        guard end > now else { throw failure("printed keys that have already expired") }
        keys.expiration = end
        return keys
    }

    private func output() async throws -> [UInt8] {
        var options = PlatformOptions()
        // When the program is stopped, its child processes are too.
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(1))
        ]
        let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
        do {
            return try await withTimeout(
                timeLimit, throwing: failure("took longer than \(timeLimit.components.seconds) seconds")
            ) { [options] in
                let result = try await Subprocess.run(
                    executable, arguments: Arguments(arguments), platformOptions: options,
                    output: .bytes(limit: Self.outputLimit), error: .bytes(limit: Self.errorLimit))
                guard case .exited(0) = result.terminationStatus else {
                    let status =
                        if case .exited(let code) = result.terminationStatus { "with status \(code)" } else {
                            "by a signal"
                        }
                    throw failure("ended \(status)\(Self.lastLine(of: result.standardError))")
                }
                return result.standardOutput
            }
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            switch error.code {
            case .executableNotFound: throw failure("does not exist, or is not a program")
            case .outputLimitExceeded: throw failure("printed more than \(Self.outputLimit >> 10) KiB")
            default: throw failure("can't be run")
            }
        }
    }

    /// Returns the last line of the error messages, without control characters, to append to a sentence.
    private static func lastLine(of bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).last(where: { !$0.allSatisfy(\.isWhitespace) }) else {
            return ""
        }
        let plain = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return ": \(String(String.UnicodeScalarView(plain)).prefix(300))"
    }

    /// Returns an error that contains the name of the program. The program's arguments are omitted because they may be secret.
    private func failure(_ reason: String) -> SourceError {
        SourceError(
            .keyRefused,
            "No credentials for object storage: \(program), the credential_process in the profile \(profile), \(reason)."
        )
    }
}
